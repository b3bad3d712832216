package githubapp_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

const callbackURL = "http://127.0.0.1:7777/api/mcp/oauth/callback"

// now is what every clock shows.
var now = time.Date(2026, time.May, 4, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// box is an App in front of a GitHub of its own, each request and answer between
// them held against GitHub's OpenAPI document where that is at hand.
type box struct {
	*githubapp.App
	github *githubtest.Server
	ctx    context.Context
}

func setup(t *testing.T) box {
	t.Helper()
	client := egress.NewClient(egress.Options{})
	if document, err := load(); err == nil {
		client.Transport = &contract{t: t, document: document, next: client.Transport}
	}
	return setupWith(t, client)
}

// setupUnchecked is for answers that GitHub does not document.
func setupUnchecked(t *testing.T) box {
	t.Helper()
	return setupWith(t, egress.NewClient(egress.Options{}))
}

func setupWith(t *testing.T, client *http.Client) box {
	t.Helper()
	s := githubtest.Start(callbackURL)
	t.Cleanup(s.Close)
	s.SetClock(clock)
	b := box{github: s, ctx: t.Context()}
	b.App = b.open(t, config(s), client)
	return b
}

func (b box) open(t *testing.T, cfg githubapp.Config, client *http.Client) *githubapp.App {
	t.Helper()
	app, err := githubapp.New(cfg, client, clock)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func config(s *githubtest.Server) githubapp.Config {
	env := s.Environment()
	return githubapp.Config{
		AppID: env["GITHUB_APP_ID"], Slug: env["GITHUB_APP_SLUG"], ClientID: env["GITHUB_APP_CLIENT_ID"],
		ClientSecret: env["GITHUB_APP_CLIENT_SECRET"], PrivateKey: env["GITHUB_APP_PRIVATE_KEY"],
		Upstream: env["GUILDS_UPSTREAM_GITHUB"],
	}
}

// visit opens a page of GitHub's and returns the query of the callback that the
// browser is sent to.
func visit(t *testing.T, page string) url.Values {
	t.Helper()
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := browser.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	at, err := resp.Location()
	if err != nil {
		t.Fatalf("%s answered with status %d and no redirect", page, resp.StatusCode)
	}
	query := at.Query()
	at.RawQuery = ""
	if at.String() != callbackURL {
		t.Fatalf("the browser was sent to %s, and the callback is %s", at, callbackURL)
	}
	return query
}

// consent signs a user in, lets them authorize the App and returns their token.
func (b box) consent(t *testing.T, user string) githubapp.UserToken {
	t.Helper()
	b.github.Browse(githubtest.Browser{User: user})
	verifier := oauth2.GenerateVerifier()
	back := visit(t, b.AuthorizeURL("state-1", callbackURL, oauth2.S256ChallengeFromVerifier(verifier)))
	token, err := b.Exchange(b.ctx, back.Get("code"), callbackURL, verifier)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// wantError fails unless err has a code and, where that is given, says something.
func wantError(t *testing.T, err error, code guild.Code, says string) {
	t.Helper()
	if err == nil {
		t.Fatalf("there is no error; want one of code %s that says %q", code, says)
	}
	if got := guild.CodeOf(err); got != code {
		t.Errorf("%q has the code %s, want %s", err, got, code)
	}
	if !strings.Contains(err.Error(), says) {
		t.Errorf("the error is %q, want one that says %q", err, says)
	}
}
