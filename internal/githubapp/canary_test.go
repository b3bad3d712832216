package githubapp_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

func otherKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
}

// noSecrets fails where a text holds a credential that passed through GitHub, or
// enough of one to use it.
func noSecrets(t *testing.T, b box, what, text string) {
	t.Helper()
	for _, secret := range b.github.Secrets() {
		for from := 0; from+24 <= len(secret); from += 24 {
			if strings.Contains(text, secret[from:from+24]) {
				t.Errorf("%s shows a credential: %s", what, text)
			}
		}
		if strings.Contains(text, secret) {
			t.Errorf("%s shows a credential: %s", what, text)
		}
	}
}

// printed is all that anybody could print of an error.
func printed(err error) string {
	var b strings.Builder
	for ; err != nil; err = errors.Unwrap(err) {
		fmt.Fprintf(&b, "%v %+v\n", err, err)
		var coded *guild.Error
		if errors.As(err, &coded) {
			fmt.Fprintf(&b, "%s %s %v\n", coded.Msg, coded.Hint, coded.Problems)
		}
	}
	return b.String()
}

// echo is an upstream that repeats all that it was sent in its refusal, which
// some do.
type echo struct {
	status int
	form   bool // answers as the exchange does
}

func (e echo) RoundTrip(r *http.Request) (*http.Response, error) {
	sent := r.URL.String() + " " + fmt.Sprint(r.Header)
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		sent += " " + string(body)
	}
	if _, basic, ok := r.BasicAuth(); ok {
		sent += " " + basic
	}
	h := http.Header{"Content-Type": {"application/json"}, "X-Echo": {sent}}
	body, err := json.Marshal(map[string]string{"message": sent})
	if e.form {
		h.Set("Content-Type", "application/x-www-form-urlencoded")
		body = []byte(url.Values{"error": {sent}, "error_description": {sent}}.Encode())
	}
	return &http.Response{
		StatusCode: e.status, Header: h, Body: io.NopCloser(bytes.NewReader(body)), Request: r, ProtoMajor: 1, ProtoMinor: 1,
	}, err
}

// broken is a connection that fails. The error that http.Client makes of that
// holds the whole address.
type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection reset by peer")
}

// TestNoErrorHoldsACredential goes through every way in which each call can fail,
// with upstreams that repeat what they were sent.
func TestNoErrorHoldsACredential(t *testing.T) {
	t.Parallel()
	upstreams := map[string]http.RoundTripper{"a broken connection": broken{}}
	for _, status := range []int{200, 201, 301, 400, 401, 403, 404, 422, 429, 500, 503} {
		upstreams["status "+strconv.Itoa(status)] = echo{status: status}
		upstreams["form, status "+strconv.Itoa(status)] = echo{status: status, form: true}
	}
	b := setup(t)
	b.github.AddUser("ada", "acme")
	id := b.github.Install("acme", "app")
	token, ref := b.consent(t, "ada"), b.ref("acme/app")
	const code, verifier = "code-canary-0123456789", "verifier-canary-0123456789-0123456789-0123456789"
	for name, upstream := range upstreams {
		client := egress.NewClient(egress.Options{})
		client.Transport = upstream
		app := b.open(t, config(b.github), client)
		failures := map[string]func() error{
			"Exchange":      func() error { _, err := app.Exchange(b.ctx, code, callbackURL, verifier); return err },
			"Installations": func() error { _, err := app.Installations(b.ctx, token); return err },
			"Discard":       func() error { return app.Discard(b.ctx, token) },
			"Installation":  func() error { _, err := app.Installation(b.ctx, id); return err },
			"Repositories":  func() error { _, err := app.Repositories(b.ctx, id); return err },
			"Mint":          func() error { _, err := app.Mint(b.ctx, id, []githubapp.RepositoryRef{ref}); return err },
		}
		for call, fail := range failures {
			t.Run(name+"/"+call, func(t *testing.T) {
				t.Parallel()
				shown := printed(fail())
				noSecrets(t, b, "the error", shown)
				for _, canary := range []string{code, verifier, "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9"} {
					if strings.Contains(shown, canary) {
						t.Errorf("the error shows %q: %s", canary, shown)
					}
				}
				if strings.Contains(shown, strconv.FormatInt(id, 10)) {
					t.Errorf("the error shows the installation's id: %s", shown)
				}
			})
		}
	}
}
