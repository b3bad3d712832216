package oauth_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

// registering returns a fake with a registration endpoint, and its Server.
func registering(t *testing.T, p page) (*fake, oauth.Server) {
	t.Helper()
	f := serve(t, map[string]page{"/register": p})
	s := plain(f, "/mcp")
	s.RegistrationEndpoint = f.URL + "/register"
	return f, s
}

func register(t *testing.T, s oauth.Server, redirectURI string) (oauth.Client, error) {
	t.Helper()
	return oauth.Register(context.Background(), newClient(t), s, redirectURI, "1.2.3")
}

var registered = page{status: 201, body: `{"client_id":"RrQPzAb8cvxafGom","redirect_uris":["x"],"client_name":"Guilds","token_endpoint_auth_method":"none","client_id_issued_at":1796130274,"registration_client_uri":"/relative"}`}

func TestRegister(t *testing.T) {
	t.Parallel()
	const local = "http://127.0.0.1:8377/api/mcp/oauth/callback"
	tests := map[string]struct {
		methods     []string
		redirectURI string
		method, app string
	}{
		"nothing said":        {nil, redirectURI, "none", "web"},
		"public where it may": {[]string{"client_secret_basic", "client_secret_post", "none"}, redirectURI, "none", "web"},
		"with a secret":       {[]string{"private_key_jwt", "client_secret_basic", "client_secret_post"}, redirectURI, "client_secret_post", "web"},
		"basic only":          {[]string{"client_secret_basic"}, redirectURI, "client_secret_basic", "web"},
		"on this machine":     {nil, local, "none", "native"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, s := registering(t, registered)
			s.AuthMethods = tt.methods
			got, err := register(t, s, tt.redirectURI)
			if err != nil {
				t.Fatal(err)
			}
			want := oauth.Client{ID: "RrQPzAb8cvxafGom", AuthMethod: "none", Issuer: s.Issuer, RedirectURI: tt.redirectURI}
			if got != want {
				t.Errorf("client %+v, want %+v", got, want)
			}
			sent := f.only(t)
			var body map[string]any
			if err := json.Unmarshal([]byte(sent.body), &body); err != nil || sent.header.Get("Content-Type") != "application/json" {
				t.Fatalf("the body is %q of %q", sent.body, sent.header.Get("Content-Type"))
			}
			if diff := cmp.Diff(map[string]any{
				"client_name": "Guilds", "redirect_uris": []any{tt.redirectURI}, "application_type": tt.app, "software_version": "1.2.3",
				"grant_types": []any{"authorization_code", "refresh_token"}, "response_types": []any{"code"}, "token_endpoint_auth_method": tt.method,
			}, body); diff != "" {
				t.Errorf("registration (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRegisterTakesTheMethodThatTheServerChose(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer               string
		methods              []string
		wantMethod, wantPass string
	}{
		"told":                      {`{"client_id":"c","client_secret":"p","token_endpoint_auth_method":"client_secret_post"}`, nil, "client_secret_post", "p"},
		"not told":                  {`{"client_id":"c","client_secret":"p"}`, nil, "client_secret_basic", "p"},
		"not told, and post only":   {`{"client_id":"c","client_secret":"p"}`, []string{"client_secret_post"}, "client_secret_post", "p"},
		"not told, and both":        {`{"client_id":"c","client_secret":"p"}`, []string{"client_secret_post", "client_secret_basic"}, "client_secret_basic", "p"},
		"a secret without a use":    {`{"client_id":"c","client_secret":"p","token_endpoint_auth_method":"none"}`, nil, "none", ""},
		"a method without a secret": {`{"client_id":"c","token_endpoint_auth_method":"client_secret_basic"}`, nil, "none", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, s := registering(t, page{status: 201, body: tt.answer})
			s.AuthMethods = tt.methods
			got, err := register(t, s, redirectURI)
			if err != nil || got.AuthMethod != tt.wantMethod || got.Secret != tt.wantPass {
				t.Errorf("method %q, secret %q, error %v; want %q, %q", got.AuthMethod, got.Secret, err, tt.wantMethod, tt.wantPass)
			}
		})
	}
}

func TestRegisterFails(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		page page
		code guild.Code
		says []string
	}{
		"redirect URI in clear": {
			page{status: 400, body: `{"error":"invalid_client_metadata","error_description":"Redirect URI must use https, or http on a loopback host"}`},
			guild.CodeUnsupported, []string{"Redirect URI must use https, or http on a loopback host", "invalid_client_metadata", redirectURI},
		},
		"for administrators only": {page{status: 401, body: `{"error":"invalid_token"}`}, guild.CodeUnsupported, []string{redirectURI, "catalog"}},
		"no such place":           {page{status: 404, kind: "text/html", body: "<html>"}, guild.CodeUnsupported, []string{"HTTP 404", "catalog"}},
		"limit":                   {page{status: 429, body: `{"error":"slow_down"}`}, guild.CodeUnavailable, []string{"HTTP 429"}},
		"for now":                 {page{status: 400, body: `{"error":"temporarily_unavailable"}`}, guild.CodeUnavailable, []string{"later"}},
		"down":                    {page{status: 500, kind: "text/html", body: "<html>"}, guild.CodeUnavailable, []string{"HTTP 500"}},
		"a page":                  {page{status: 200, kind: "text/html", body: "<html>"}, guild.CodeUnavailable, []string{"no answer"}},
		"no id":                   {page{status: 201, body: `{}`}, guild.CodeUnavailable, []string{"no answer"}},
		"a method unknown to us":  {page{status: 201, body: `{"client_id":"c","client_secret":"p","token_endpoint_auth_method":"private_key_jwt"}`}, guild.CodeUnsupported, []string{"private_key_jwt"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, s := registering(t, tt.page)
			_, err := register(t, s, redirectURI)
			coded(t, err, tt.code, append(tt.says, f.URL)...)
		})
	}
}

func TestCase08AnotherRedirectURIIsRegisteredAnew(t *testing.T) {
	t.Parallel()
	f, s := registering(t, registered)
	old := oauth.Client{ID: "old", AuthMethod: "none", Issuer: s.Issuer, RedirectURI: "https://old.test/api/mcp/oauth/callback"}
	tests := map[string]struct {
		redirectURI, issuer string
		want                string
	}{
		"the same":        {old.RedirectURI, s.Issuer, "old"},
		"another address": {"https://new.test/api/mcp/oauth/callback", s.Issuer, "RrQPzAb8cvxafGom"},
		"another issuer":  {old.RedirectURI, "https://as2.h.test", "RrQPzAb8cvxafGom"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s
			s.Issuer = tt.issuer
			got, err := oauth.Box{Registered: old, RedirectURI: tt.redirectURI}.Client(context.Background(), newClient(t), s)
			if err != nil || got.ID != tt.want || got.RedirectURI != tt.redirectURI || got.Issuer != tt.issuer {
				t.Errorf("client %v for %s, error %v; want %q", got, got.RedirectURI, err, tt.want)
			}
		})
	}
	t.Cleanup(func() {
		if n := len(f.requests()); n != 2 {
			t.Errorf("%d registrations, want 2", n)
		}
	})
}

// The server shows an error page instead of a callback when it has forgotten the
// client, so the box learns nothing: the next login must be able to do without.
func TestCase09AClientCanBeRegisteredAfresh(t *testing.T) {
	t.Parallel()
	_, s := registering(t, registered)
	got, err := oauth.Box{RedirectURI: redirectURI}.Client(context.Background(), newClient(t), s)
	if err != nil || got.ID != "RrQPzAb8cvxafGom" {
		t.Errorf("client %v, error %v; want the new one", got, err)
	}
}

func TestCase10WithoutRegistrationAClientMustBeConfigured(t *testing.T) {
	t.Parallel()
	f := serve(t, map[string]page{asPlace: serverPage})
	s, err := discover(t, f, "/mcp", oauth.Challenge{})
	if err != nil {
		t.Fatal(err)
	}
	before := len(f.requests())
	_, err = oauth.Box{MetadataURL: "https://box.test/client.json", RedirectURI: redirectURI}.Client(context.Background(), newClient(t), s)
	coded(t, err, guild.CodeUnsupported, "needs a configured client", f.URL, redirectURI, "catalog")
	if after := f.lines(); len(after) != before {
		t.Errorf("it asked all the same: %q", after[before:])
	}
}

func TestBoxChoosesItsClient(t *testing.T) {
	t.Parallel()
	const metadataURL = "https://box.test/client.json"
	ours := oauth.Client{ID: "app", Secret: clientSecret}
	tests := map[string]struct {
		box    oauth.Box
		server func(*oauth.Server)
		want   oauth.Client
	}{
		"the admin's first":      {oauth.Box{Configured: ours, MetadataURL: metadataURL}, nil, oauth.Client{ID: "app", Secret: clientSecret, AuthMethod: "client_secret_basic"}},
		"the admin's public one": {oauth.Box{Configured: oauth.Client{ID: "app"}}, nil, oauth.Client{ID: "app", AuthMethod: "none"}},
		"the admin's by post": {oauth.Box{Configured: ours}, func(s *oauth.Server) { s.AuthMethods = []string{"client_secret_post"} },
			oauth.Client{ID: "app", Secret: clientSecret, AuthMethod: "client_secret_post"}},
		"then its metadata":               {oauth.Box{MetadataURL: metadataURL}, nil, oauth.Client{ID: metadataURL, AuthMethod: "none"}},
		"not where the box is private":    {oauth.Box{}, nil, oauth.Client{ID: "RrQPzAb8cvxafGom", AuthMethod: "none"}},
		"not where the server takes none": {oauth.Box{MetadataURL: metadataURL}, func(s *oauth.Server) { s.ClientIDMetadata = false }, oauth.Client{ID: "RrQPzAb8cvxafGom", AuthMethod: "none"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, s := registering(t, registered)
			s.ClientIDMetadata = true
			if tt.server != nil {
				tt.server(&s)
			}
			tt.box.RedirectURI, tt.want.RedirectURI, tt.want.Issuer = redirectURI, redirectURI, s.Issuer
			got, err := tt.box.Client(context.Background(), newClient(t), s)
			if err != nil || got != tt.want {
				t.Errorf("client %v by %q, error %v; want %v by %q", got, got.AuthMethod, err, tt.want, tt.want.AuthMethod)
			}
		})
	}
}

func TestAConfiguredSecretStaysWithItsServer(t *testing.T) {
	t.Parallel()
	box := oauth.Box{Configured: oauth.Client{ID: "app", Secret: clientSecret, Issuer: "https://as1.h.test"}, RedirectURI: redirectURI}
	_, err := box.Client(context.Background(), newClient(t), oauth.Server{Issuer: "https://as2.h.test"})
	coded(t, err, guild.CodeUnsupported, "https://as1.h.test", "https://as2.h.test", redirectURI)
}

func TestClientMetadata(t *testing.T) {
	t.Parallel()
	const id = "https://box.test/oauth/client.json"
	var got map[string]any
	if err := json.Unmarshal(oauth.ClientMetadata(id, redirectURI), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{
		"client_id": id, "client_name": "Guilds", "redirect_uris": []any{redirectURI}, "application_type": "web",
		"grant_types": []any{"authorization_code", "refresh_token"}, "response_types": []any{"code"}, "token_endpoint_auth_method": "none",
	}, got); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}
