package oauth_test

import (
	"context"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

var atSentry = oauth.Server{
	Issuer: "https://mcp.h.test", Resource: "https://mcp.h.test/mcp",
	AuthorizationEndpoint: "https://mcp.h.test/authorize", TokenEndpoint: "https://mcp.h.test/token",
}

var theBox = oauth.Client{ID: "c1", AuthMethod: "none", RedirectURI: redirectURI}

func query(t *testing.T, l oauth.Login) (string, url.Values) {
	t.Helper()
	address, err := l.URL()
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Scheme + "://" + u.Host + u.Path, u.Query()
}

func TestURL(t *testing.T) {
	t.Parallel()
	// The pair of RFC 7636, appendix B.
	l := oauth.Login{
		Server: atSentry, Client: theBox, Scopes: []string{"org:read", "event:write"},
		State: "st", Verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
	}
	ours := url.Values{
		"response_type": {"code"}, "client_id": {"c1"}, "redirect_uri": {redirectURI}, "state": {"st"},
		"code_challenge": {"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"}, "code_challenge_method": {"S256"},
		"resource": {"https://mcp.h.test/mcp"}, "scope": {"org:read event:write"},
	}
	with := func(name, value string) url.Values {
		c := url.Values{}
		for n, v := range ours {
			c[n] = v
		}
		if c.Set(name, value); value == "" {
			c.Del(name)
		}
		return c
	}
	tests := map[string]struct {
		change func(*oauth.Login)
		want   url.Values
	}{
		"plain":                   {func(*oauth.Login) {}, ours},
		"keeps what is there":     {func(l *oauth.Login) { l.Server.AuthorizationEndpoint += "?tenant=a%26b" }, with("tenant", "a&b")},
		"sends nothing twice":     {func(l *oauth.Login) { l.Server.AuthorizationEndpoint += "?resource=https%3A%2F%2Fmcp.h.test%2Fmcp" }, ours},
		"no scopes":               {func(l *oauth.Login) { l.Scopes = nil }, with("scope", "")},
		"no resource":             {func(l *oauth.Login) { l.Server.Resource = "" }, with("resource", "")},
		"parameters of its own":   {func(l *oauth.Login) { l.Server.Params = map[string]string{"access_type": "offline"} }, with("access_type", "offline")},
		"says that it is offered": {func(l *oauth.Login) { l.Server.Grants = []string{"authorization_code"} }, ours},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := l
			tt.change(&l)
			place, got := query(t, l)
			if diff := cmp.Diff(tt.want, got); diff != "" || place != atSentry.AuthorizationEndpoint {
				t.Errorf("at %s (-want +got):\n%s", place, diff)
			}
		})
	}
}

func TestURLWhereNoBrowserLoginIsOffered(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]oauth.Server{
		"no endpoint":   {Issuer: "https://as.h.test"},
		"another grant": {Issuer: "https://as.h.test", AuthorizationEndpoint: "https://as.h.test/a", Grants: []string{"client_credentials"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := oauth.NewLogin(s, theBox, nil).URL()
			coded(t, err, guild.CodeUnsupported, "https://as.h.test")
		})
	}
}

func TestGoogleAsksForARefreshToken(t *testing.T) {
	t.Parallel()
	place, got := query(t, oauth.NewLogin(oauth.Google(), theBox, []string{"https://www.googleapis.com/auth/drive"}))
	if place != "https://accounts.google.com/o/oauth2/v2/auth" || got.Get("access_type") != "offline" || got.Get("prompt") != "consent" || got.Has("resource") {
		t.Errorf("at %s with %v", place, got)
	}
}

func TestLoginsDiffer(t *testing.T) {
	t.Parallel()
	a, b := oauth.NewLogin(atSentry, theBox, nil), oauth.NewLogin(atSentry, theBox, nil)
	if a.State == b.State || a.Verifier == b.Verifier || len(a.State) < 22 || len(a.Verifier) < 43 {
		t.Error("state and verifier must be long, and new for each login")
	}
}

func TestLoginSurvivesStorage(t *testing.T) {
	t.Parallel()
	s := oauth.Google()
	s.IssInCallback, s.ClientIDMetadata, s.Scopes, s.Grants = true, true, []string{"a"}, []string{"b"}
	want := oauth.NewLogin(s, oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "client_secret_post", Issuer: s.Issuer, RedirectURI: redirectURI}, []string{"x"})
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got oauth.Login
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCase11ConfiguredScopesAndOfflineAccessAreKept(t *testing.T) {
	t.Parallel()
	read := []string{"read"}
	s := oauth.Server{ServerScopes: []string{"read", "offline_access"}}
	scopes := oauth.ScopesFor(oauth.Challenge{Scopes: read}, s, read, nil)
	if diff := cmp.Diff([]string{"read", "offline_access"}, scopes); diff != "" {
		t.Fatalf("scopes (-want +got):\n%s", diff)
	}
	s.AuthorizationEndpoint = "https://as.h.test/authorize"
	_, got := query(t, oauth.NewLogin(s, theBox, scopes))
	if got.Get("scope") != "read offline_access" || got.Get("prompt") != "consent" {
		t.Errorf("scope %q, prompt %q", got.Get("scope"), got.Get("prompt"))
	}
}

func TestScopesFor(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		challenge, resource, server, configured, granted []string
		want                                             []string
	}{
		"none":                         {},
		"the challenge":                {challenge: []string{"a"}, resource: []string{"a", "b"}, want: []string{"a"}},
		"the resource":                 {resource: []string{"a", "b"}, server: []string{"a", "b", "c"}, want: []string{"a", "b"}},
		"the configured":               {resource: []string{"a", "b"}, configured: []string{"c"}, want: []string{"c"}},
		"the challenge and configured": {challenge: []string{"a"}, configured: []string{"b", "a"}, want: []string{"a", "b"}},
		"one more than before":         {challenge: []string{"w"}, granted: []string{"r"}, want: []string{"w", "r"}},
		"offline where known":          {resource: []string{"a"}, server: []string{"offline_access"}, want: []string{"a", "offline_access"}},
		"offline once":                 {challenge: []string{"offline_access", "a"}, server: []string{"offline_access"}, want: []string{"offline_access", "a"}},
		"offline not for the resource": {resource: []string{"a"}, server: []string{"b"}, want: []string{"a"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := oauth.ScopesFor(oauth.Challenge{Scopes: tt.challenge}, oauth.Server{Scopes: tt.resource, ServerScopes: tt.server}, tt.configured, tt.granted)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("scopes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCallback(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		query    string
		promised bool       // the server promises to name itself
		code     guild.Code // of the error; empty where the code is taken
		says     string
	}{
		"a code":                 {query: "code=c%3A1&state=st"},
		"and more":               {query: "code=c%3A1&state=st&scope=x&authuser=0&hd=h.test"},
		"with its issuer":        {query: "code=c%3A1&state=st&iss=https%3A%2F%2Fmcp.h.test", promised: true},
		"issuer unasked":         {query: "code=c%3A1&state=st&iss=https%3A%2F%2Fmcp.h.test"},
		"another issuer":         {"code=c%3A1&state=st&iss=https%3A%2F%2Fevil.test", false, guild.CodeDenied, "https://evil.test"},
		"an issuer with a slash": {"code=c%3A1&state=st&iss=https%3A%2F%2Fmcp.h.test%2F", false, guild.CodeDenied, "connect again"},
		"an empty issuer":        {"code=c%3A1&state=st&iss=", false, guild.CodeDenied, "connect again"},
		"no issuer":              {"code=c%3A1&state=st", true, guild.CodeDenied, "promises"},
		"an error of another":    {"error=access_denied&state=st&iss=https%3A%2F%2Fevil.test", false, guild.CodeDenied, "evil"},
		"another state":          {"code=c%3A1&state=other", false, guild.CodeDenied, "another login"},
		"no state":               {"code=c%3A1", false, guild.CodeDenied, "another login"},
		"declined":               {"error=access_denied&state=st&error_description=The+user+said+no", false, guild.CodeRejected, "The user said no"},
		"admin's policy":         {"error=admin_policy_enforced&state=st", false, guild.CodeUpstream, "admin_policy_enforced"},
		"scope":                  {"error=invalid_scope&state=st", false, guild.CodeRejected, "scopes"},
		"for now":                {"error=temporarily_unavailable&state=st", false, guild.CodeUnavailable, "later"},
		"a code and an error":    {"code=c%3A1&error=access_denied&state=st", false, guild.CodeRejected, "declined"},
		"nothing":                {"state=st", false, guild.CodeUpstream, "neither"},
		"says our secret":        {"error=access_denied&state=st&error_description=" + verifier, false, guild.CodeRejected, "redacted"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			values, err := url.ParseQuery(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			l := oauth.Login{Server: atSentry, Client: theBox, State: "st", Verifier: verifier}
			l.Server.IssInCallback = tt.promised
			got, err := l.Callback(values)
			if tt.code != "" {
				coded(t, err, tt.code, tt.says)
				return
			}
			if err != nil || got != "c:1" {
				t.Errorf("code %q, error %v", got, err)
			}
		})
	}
}

func TestWordsOfOthersAreCutAndPlain(t *testing.T) {
	t.Parallel()
	long := make([]byte, 400)
	for i := range long {
		long[i] = 'x'
	}
	l := oauth.Login{Server: atSentry, State: "st"}
	_, err := l.Callback(url.Values{"state": {"st"}, "error": {"access_denied"}, "error_description": {"a\x1b[31m\nb\u202e " + string(long) + "END"}})
	coded(t, err, guild.CodeRejected, "a[31m b xxx", "...")
	if len(err.Error()) > 600 {
		t.Errorf("the message has %d bytes", len(err.Error()))
	}
}

func TestExchange(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		client     oauth.Client
		basic      bool
		wantID     string
		wantSecret string
	}{
		"public":              {theBox, false, "c1", ""},
		"post":                {oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "client_secret_post", RedirectURI: redirectURI}, false, "c1", clientSecret},
		"basic":               {oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "client_secret_basic", RedirectURI: redirectURI}, true, "c1", clientSecret},
		"basic where unsaid":  {oauth.Client{ID: "c1", Secret: clientSecret, RedirectURI: redirectURI}, true, "c1", clientSecret},
		"public for all that": {oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "none", RedirectURI: redirectURI}, false, "c1", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{"/token": {body: `{"access_token":"` + accessToken + `","token_type":"bearer"}`}})
			l := oauth.Login{Server: plain(f, "/mcp"), Client: tt.client, Verifier: verifier, Scopes: []string{"read"}}
			got, err := l.Exchange(context.Background(), newClient(t), code)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"read"}, got.Scopes); diff != "" || got.Access != accessToken {
				t.Errorf("token %v with scopes (-want +got):\n%s", got, diff)
			}
			sent := f.only(t)
			form := sent.form(t)
			gotID, gotSecret := form.Get("client_id"), form.Get("client_secret")
			if tt.basic {
				gotID, gotSecret = basic(t, sent)
			}
			if gotID != tt.wantID || gotSecret != tt.wantSecret {
				t.Errorf("client %q with %q, want %q with %q", gotID, gotSecret, tt.wantID, tt.wantSecret)
			}
			form.Del("client_id")
			form.Del("client_secret")
			want := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {redirectURI}, "code_verifier": {verifier}, "resource": {f.URL + "/mcp"}}
			if diff := cmp.Diff(want, form); diff != "" || sent.header.Get("Content-Type") != "application/x-www-form-urlencoded" {
				t.Errorf("form (-want +got):\n%s", diff)
			}
		})
	}
}
