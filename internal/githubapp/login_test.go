package githubapp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

// authorize brings back a code for a verifier.
func (b box) authorize(t *testing.T, verifier string) string {
	t.Helper()
	back := visit(t, b.AuthorizeURL("state-1", callbackURL, oauth2.S256ChallengeFromVerifier(verifier)))
	if back.Get("code") == "" {
		t.Fatalf("GitHub sent the browser back with %v and no code", back)
	}
	return back.Get("code")
}

func TestExchangeOfACodeThatCameWithAnInstallation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("ada", "acme")
	b.github.Browse(githubtest.Browser{User: "ada", Account: "acme"})
	back := visit(t, b.InstallURL("state-1"))
	token, err := b.Exchange(b.ctx, back.Get("code"), callbackURL, "")
	if err != nil {
		t.Fatal(err)
	}
	if reached, err := b.Installations(b.ctx, token); err != nil || len(reached) != 1 {
		t.Errorf("the token reaches %v, %v; want the one installation", reached, err)
	}
}

func TestExchangeRefused(t *testing.T) {
	t.Parallel()
	const verifier = "verifier-of-at-least-forty-three-characters-0"
	tests := map[string]struct {
		code     guild.Code
		says     string
		exchange func(t *testing.T, b box, code string) error
	}{
		"a code that was used": {guild.CodeRejected, "used already", func(t *testing.T, b box, code string) error {
			if _, err := b.Exchange(b.ctx, code, callbackURL, verifier); err != nil {
				t.Fatal(err)
			}
			_, err := b.Exchange(b.ctx, code, callbackURL, verifier)
			return err
		}},
		"a code of more than ten minutes": {guild.CodeRejected, "older than ten minutes", func(_ *testing.T, b box, code string) error {
			b.github.SetClock(func() time.Time { return now.Add(11 * time.Minute) })
			_, err := b.Exchange(b.ctx, code, callbackURL, verifier)
			return err
		}},
		"another verifier": {guild.CodeRejected, "belongs to another login", func(_ *testing.T, b box, code string) error {
			_, err := b.Exchange(b.ctx, code, callbackURL, verifier+"1")
			return err
		}},
		"no verifier": {guild.CodeRejected, "belongs to another login", func(_ *testing.T, b box, code string) error {
			_, err := b.Exchange(b.ctx, code, callbackURL, "")
			return err
		}},
		"an unknown callback": {guild.CodeUnsupported, "(here https://elsewhere.test/callback)", func(_ *testing.T, b box, code string) error {
			_, err := b.Exchange(b.ctx, code, "https://elsewhere.test/callback", verifier)
			return err
		}},
		"a wrong client secret": {guild.CodeUnsupported, "GITHUB_APP_CLIENT_SECRET", func(t *testing.T, b box, code string) error {
			cfg := config(b.github)
			cfg.ClientSecret = "not-the-secret"
			_, err := b.open(t, cfg, egress.NewClient(egress.Options{})).Exchange(b.ctx, code, callbackURL, verifier)
			return err
		}},
		"an unknown client ID": {guild.CodeUnsupported, "knows no App with this GITHUB_APP_CLIENT_ID", func(t *testing.T, b box, code string) error {
			cfg := config(b.github)
			cfg.ClientID = "Iv1.unknown"
			_, err := b.open(t, cfg, egress.NewClient(egress.Options{})).Exchange(b.ctx, code, callbackURL, verifier)
			return err
		}},
		"a cancelled context": {guild.CodeInternal, "context canceled", func(_ *testing.T, b box, code string) error {
			ctx, cancel := context.WithCancel(b.ctx)
			cancel()
			_, err := b.Exchange(ctx, code, callbackURL, verifier)
			return err
		}},
		"a server that is gone": {guild.CodeUnavailable, "nothing accepts connections", func(_ *testing.T, b box, code string) error {
			b.github.Close()
			_, err := b.Exchange(b.ctx, code, callbackURL, verifier)
			return err
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.github.AddUser("ada")
			b.github.Browse(githubtest.Browser{User: "ada"})
			wantError(t, tt.exchange(t, b, b.authorize(t, verifier)), tt.code, tt.says)
		})
	}
}

func TestExchangeAnswersThatGitHubGivesWithoutMuchToSay(t *testing.T) {
	t.Parallel()
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	tests := map[string]struct {
		answer githubtest.Answer
		code   guild.Code
		says   string
	}{
		"an unverified address": {githubtest.Answer{Status: 200, Header: form, Body: "error=unverified_user_email"}, guild.CodeRejected, "primary e-mail address is not verified"},
		"the error in JSON":     {githubtest.Answer{Status: 200, Body: `{"error":"bad_verification_code"}`}, guild.CodeRejected, "used already"},
		"an unknown error":      {githubtest.Answer{Status: 200, Header: form, Body: "error=brand_new"}, guild.CodeUpstream, "refused to exchange the code (brand_new)"},
		"an error of markup":    {githubtest.Answer{Status: 200, Header: form, Body: "error=%3Cb%3Ex"}, guild.CodeUpstream, "refused to exchange the code; connect"},
		"no token":              {githubtest.Answer{Status: 200, Header: form, Body: "scope="}, guild.CodeUpstream, "something that is no token"},
		"a page":                {githubtest.Answer{Status: 200, Body: "<html>"}, guild.CodeUpstream, "something that is no token"},
		"a failing server":      {githubtest.Answer{Status: 502, Body: "<html>"}, guild.CodeUnavailable, "status 502"},
		"too many requests":     {githubtest.Answer{Status: 429}, guild.CodeUnavailable, "status 429"},
		"another site":          {githubtest.Answer{Status: 302, Header: map[string]string{"Location": "http://127.0.0.2/"}}, guild.CodeUpstream, "redirect"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupUnchecked(t)
			b.github.Next("/access_token", tt.answer)
			_, err := b.Exchange(b.ctx, "some-code", callbackURL, "some-verifier")
			wantError(t, err, tt.code, tt.says)
		})
	}
}

func TestDiscard(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("ada", "acme")
	token := b.consent(t, "ada")
	for _, when := range []string{"a token that works", "a token that is gone"} {
		if err := b.Discard(b.ctx, token); err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	if n := b.github.LiveUserTokens(); n != 0 {
		t.Errorf("%d user tokens still work, want none", n)
	}
	_, err := b.Installations(b.ctx, token)
	wantError(t, err, guild.CodeRejected, "connect again")
}

func TestDiscardRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	token := b.consent(t, "ada")
	cfg := config(b.github)
	cfg.ClientSecret = "not-the-secret"
	err := b.open(t, cfg, egress.NewClient(egress.Options{})).Discard(b.ctx, token)
	wantError(t, err, guild.CodeUnsupported, "GITHUB_APP_CLIENT_SECRET")
}

func TestTokensDoNotShow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app")
	user := b.consent(t, "ada")
	minted, err := b.Mint(b.ctx, id, []githubapp.RepositoryRef{{URL: "https://github.com/acme/app"}})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(map[string]any{"user": user, "minted": minted})
	if err != nil {
		t.Fatal(err)
	}
	shown := string(encoded) + fmt.Sprintf("%v %+v %#v %s %q %x %d", user, user, user, user, user, user, user)
	shown += fmt.Sprintf("%v %+v %#v", minted, minted, minted)
	noSecrets(t, b, "a token that is printed", shown)
}

// TestRequestsAreAsGitHubAsks looks at what the OpenAPI document does not say.
func TestRequestsAreAsGitHubAsks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme")
	if _, err := b.Repositories(b.ctx, id); err != nil {
		t.Fatal(err)
	}
	for _, r := range b.github.Requests() {
		for name, want := range map[string]string{
			"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28", "User-Agent": "guildsd",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s %s has %s %q, want %q", r.Method, r.Path, name, got, want)
			}
		}
	}
}

func TestNoRequestIsMadeForACancelledContext(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx, cancel := context.WithCancel(b.ctx)
	cancel()
	if _, err := b.Repositories(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if n := len(b.github.Requests()); n != 0 {
		t.Errorf("GitHub was sent %d requests", n)
	}
}

func TestARequestWithoutUserAgentIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	req, err := http.NewRequestWithContext(b.ctx, http.MethodGet, b.github.URL+"/user/installations", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("the status is %d, want 403", resp.StatusCode)
	}
}
