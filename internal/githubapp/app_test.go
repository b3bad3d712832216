package githubapp_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestNewNamesEveryVariableAtOnce(t *testing.T) {
	t.Parallel()
	_, err := githubapp.New(githubapp.Config{}, http.DefaultClient, clock)
	wantError(t, err, guild.CodeUnsupported, "cannot be used as it is set up")
	var e *guild.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no guild.Error", err)
	}
	var named []string
	for _, p := range e.Problems {
		named = append(named, p.Path)
		if !strings.Contains(p.Message, "is not set") {
			t.Errorf("%s: %q does not say that it is not set", p.Path, p.Message)
		}
	}
	want := []string{"GITHUB_APP_ID", "GITHUB_APP_SLUG", "GITHUB_APP_CLIENT_ID", "GITHUB_APP_CLIENT_SECRET", "GITHUB_APP_PRIVATE_KEY"}
	if diff := cmp.Diff(want, named); diff != "" {
		t.Errorf("the variables that are named (-want +got):\n%s", diff)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	s := githubtest.Start(callbackURL)
	t.Cleanup(s.Close)
	der := func(key any) []byte {
		b, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	block := func(kind string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	elliptical, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	const canary = "canary-value"
	tests := map[string]struct {
		change func(*githubapp.Config)
		says   string
	}{
		"an App ID with letters":  {func(c *githubapp.Config) { c.AppID = canary }, "GITHUB_APP_ID: is not a number"},
		"an App ID below one":     {func(c *githubapp.Config) { c.AppID = "0" }, "GITHUB_APP_ID: is not a number"},
		"an address for a slug":   {func(c *githubapp.Config) { c.Slug = "github.com/apps/" + canary }, "GITHUB_APP_SLUG: does not have the form"},
		"a client ID in two":      {func(c *githubapp.Config) { c.ClientID = canary + " x" }, "GITHUB_APP_CLIENT_ID: does not have the form"},
		"a client secret in two":  {func(c *githubapp.Config) { c.ClientSecret = canary + "\n" }, "GITHUB_APP_CLIENT_SECRET: does not have the form"},
		"a key without PEM":       {func(c *githubapp.Config) { c.PrivateKey = canary }, "GITHUB_APP_PRIVATE_KEY: is not PEM"},
		"a public key":            {func(c *githubapp.Config) { c.PrivateKey = block("PUBLIC KEY", []byte(canary)) }, "other than an unencrypted RSA private key"},
		"an encrypted key":        {func(c *githubapp.Config) { c.PrivateKey = block("ENCRYPTED PRIVATE KEY", []byte(canary)) }, "other than an unencrypted RSA private key"},
		"a damaged PKCS #1 key":   {func(c *githubapp.Config) { c.PrivateKey = block("RSA PRIVATE KEY", []byte(canary)) }, "damaged"},
		"a damaged PKCS #8 key":   {func(c *githubapp.Config) { c.PrivateKey = block("PRIVATE KEY", []byte(canary)) }, "damaged"},
		"an elliptic key":         {func(c *githubapp.Config) { c.PrivateKey = block("PRIVATE KEY", der(elliptical)) }, "another kind than RSA"},
		"a short key":             {func(c *githubapp.Config) { c.PrivateKey = block("PRIVATE KEY", der(short)) }, "1024 bits"},
		"an address with a login": {func(c *githubapp.Config) { c.Upstream = "http://a:" + canary + "@127.0.0.1" }, "GUILDS_UPSTREAM_GITHUB: "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(s)
			tt.change(&cfg)
			_, err := githubapp.New(cfg, http.DefaultClient, clock)
			wantError(t, err, guild.CodeUnsupported, tt.says)
			if strings.Contains(err.Error(), canary) {
				t.Errorf("the error shows the value: %v", err)
			}
		})
	}
}

func TestAnEncryptedKeyOfTheOldFormIsRefused(t *testing.T) {
	t.Parallel()
	s := githubtest.Start(callbackURL)
	t.Cleanup(s.Close)
	cfg := config(s)
	block, _ := pem.Decode([]byte(cfg.PrivateKey))
	block.Headers = map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-256-CBC,00"}
	cfg.PrivateKey = string(pem.EncodeToMemory(block))
	_, err := githubapp.New(cfg, http.DefaultClient, clock)
	wantError(t, err, guild.CodeUnsupported, "unencrypted")
}

// TestKeyForms signs with the key in each form and lets GitHub verify it.
func TestKeyForms(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme")
	block, _ := pem.Decode([]byte(b.github.PrivateKey))
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8 := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	forms := map[string]string{
		"PKCS #1":                    b.github.PrivateKey,
		"PKCS #1 with escapes":       strings.ReplaceAll(b.github.PrivateKey, "\n", `\n`),
		"PKCS #8":                    pkcs8,
		"PKCS #8 with escapes":       strings.ReplaceAll(pkcs8, "\n", `\n`),
		"escapes of another system":  strings.ReplaceAll(pkcs8, "\n", `\r\n`),
		"breaks of another system":   strings.ReplaceAll(pkcs8, "\n", "\r\n"),
		"without the last break":     strings.TrimSpace(pkcs8),
		"with a comment in front":    "The App's key\n" + pkcs8,
		"escapes and breaks at once": strings.Replace(pkcs8, "\n", `\n`, 1),
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(b.github)
			cfg.PrivateKey = form
			app := b.open(t, cfg, egress.NewClient(egress.Options{}))
			if _, err := app.Installation(t.Context(), id); err != nil {
				t.Errorf("GitHub does not accept what the key signed: %v", err)
			}
		})
	}
}

func TestAddressesOfGitHubItself(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cfg := config(b.github)
	cfg.Upstream = ""
	app := b.open(t, cfg, http.DefaultClient)
	if diff := cmp.Diff("https://github.com/apps/guilds-box/installations/new?state=s+1%2F", app.InstallURL("s 1/")); diff != "" {
		t.Errorf("InstallURL (-want +got):\n%s", diff)
	}
	want := "https://github.com/login/oauth/authorize?client_id=Iv23liGuildsBox&code_challenge=abc&code_challenge_method=S256" +
		"&redirect_uri=https%3A%2F%2Fbox.test%2Fapi%2Fmcp%2Foauth%2Fcallback&response_type=code&state=s1"
	if diff := cmp.Diff(want, app.AuthorizeURL("s1", "https://box.test/api/mcp/oauth/callback", "abc")); diff != "" {
		t.Errorf("AuthorizeURL (-want +got):\n%s", diff)
	}
}
