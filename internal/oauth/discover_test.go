package oauth_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

// What most servers publish.
var (
	resourcePage = page{body: `{"resource":"HOST/mcp","authorization_servers":["HOST"]}`}
	serverPage   = page{body: `{"issuer":"HOST","authorization_endpoint":"HOST/authorize","token_endpoint":"HOST/token","code_challenge_methods_supported":["S256"]}`}
)

func discover(t *testing.T, f *fake, path string, ch oauth.Challenge) (oauth.Server, error) {
	t.Helper()
	return oauth.Discover(context.Background(), newClient(t), f.URL+path, ch)
}

// plain is the server of serverPage with the resource at path.
func plain(f *fake, path string) oauth.Server {
	return oauth.Server{Issuer: f.URL, Resource: f.URL + path, AuthorizationEndpoint: f.URL + "/authorize", TokenEndpoint: f.URL + "/token"}
}

func sameServer(t *testing.T, want, got oauth.Server) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("server (-want +got):\n%s", diff)
	}
}

func sameLines(t *testing.T, f *fake, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, f.lines(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// The documents of Notion and of Sentry, on one host: neither serves anything in
// the other's places.
func TestDiscoverNotion(t *testing.T) {
	t.Parallel()
	f := serve(t, map[string]page{
		prmPlace + "/mcp": {body: `{"resource":"HOST/mcp","authorization_servers":["HOST"],"bearer_methods_supported":["header"],"resource_name":"Notion MCP (Beta)"}`},
		prmPlace:          {body: `{"resource":"HOST","authorization_servers":["HOST"]}`},
		asPlace: {body: `{"issuer":"HOST","authorization_endpoint":"HOST/authorize","token_endpoint":"HOST/token","registration_endpoint":"HOST/register",
			"response_types_supported":["code"],"grant_types_supported":["authorization_code","refresh_token"],
			"token_endpoint_auth_methods_supported":["client_secret_basic","client_secret_post","none"],"revocation_endpoint":"HOST/token",
			"code_challenge_methods_supported":["plain","S256"],"client_id_metadata_document_supported":true}`},
	})
	got, err := discover(t, f, "/mcp", oauth.Challenge{ResourceMetadata: f.URL + prmPlace + "/mcp"})
	if err != nil {
		t.Fatal(err)
	}
	want := plain(f, "/mcp")
	want.RegistrationEndpoint, want.RevocationEndpoint = f.URL+"/register", f.URL+"/token"
	want.Grants = []string{"authorization_code", "refresh_token"}
	want.AuthMethods = []string{"client_secret_basic", "client_secret_post", "none"}
	want.ClientIDMetadata = true
	sameServer(t, want, got)
	sameLines(t, f, "GET "+prmPlace+"/mcp", "GET "+asPlace)
	for _, a := range f.requests() {
		if a.header.Get("MCP-Protocol-Version") == "" || a.header.Get("Accept") != "application/json" {
			t.Errorf("%s was sent with %v", a.line, a.header)
		}
	}
}

func TestDiscoverSentry(t *testing.T) {
	t.Parallel()
	f := serve(t, map[string]page{
		prmPlace + "/mcp": {body: `{"resource":"HOST/mcp?agent=1","authorization_servers":["HOST"],"scopes_supported":["org:read","event:write"]}`},
		asPlace:           {body: `{"issuer":"HOST","authorization_endpoint":"HOST/oauth/authorize","token_endpoint":"HOST/oauth/token","scopes_supported":["org:read"],"authorization_response_iss_parameter_supported":true}`},
	})
	got, err := discover(t, f, "/mcp?agent=1", oauth.Challenge{})
	if err != nil {
		t.Fatal(err)
	}
	sameServer(t, oauth.Server{
		Issuer: f.URL, Resource: f.URL + "/mcp?agent=1", AuthorizationEndpoint: f.URL + "/oauth/authorize", TokenEndpoint: f.URL + "/oauth/token",
		Scopes: []string{"org:read", "event:write"}, ServerScopes: []string{"org:read"}, IssInCallback: true,
	}, got)
	sameLines(t, f, "GET "+prmPlace+"/mcp?agent=1", "GET "+asPlace)
}

func TestDiscoverLooksInOrder(t *testing.T) {
	t.Parallel()
	html := page{kind: "text/html", body: "<html>welcome</html>"}
	tests := map[string]struct {
		pages map[string]page
		named string // in the challenge, below the host
		want  []string
	}{
		"the challenge names another place": {
			map[string]page{"/elsewhere": resourcePage, asPlace: serverPage}, "/elsewhere",
			[]string{"/elsewhere", asPlace},
		},
		"what the challenge names is not there": {
			map[string]page{prmPlace + "/mcp": resourcePage, asPlace: serverPage}, "/gone",
			[]string{"/gone", prmPlace + "/mcp", asPlace},
		},
		"the root has the resource": {
			map[string]page{prmPlace: resourcePage, asPlace: serverPage}, "",
			[]string{prmPlace + "/mcp", prmPlace, asPlace},
		},
		"any path is a page for browsers": {
			map[string]page{prmPlace + "/mcp": html, prmPlace: resourcePage, asPlace: html, oidcPlace: serverPage}, "",
			[]string{prmPlace + "/mcp", prmPlace, asPlace, oidcPlace},
		},
		"any path is some JSON": {
			map[string]page{prmPlace + "/mcp": {body: `{"ok":true}`}, prmPlace: resourcePage, asPlace: {body: `["no"]`}, oidcPlace: serverPage}, "",
			[]string{prmPlace + "/mcp", prmPlace, asPlace, oidcPlace},
		},
		"the place of the path fails for now": {
			map[string]page{prmPlace + "/mcp": {status: 500}, prmPlace: resourcePage, asPlace: serverPage}, "",
			[]string{prmPlace + "/mcp", prmPlace, asPlace},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serve(t, tt.pages)
			var ch oauth.Challenge
			if tt.named != "" {
				ch.ResourceMetadata = f.URL + tt.named
			}
			if _, err := discover(t, f, "/mcp", ch); err != nil {
				t.Fatal(err)
			}
			for i := range tt.want {
				tt.want[i] = "GET " + tt.want[i]
			}
			sameLines(t, f, tt.want...)
		})
	}
}

func TestDiscoverIssuerWithPath(t *testing.T) {
	t.Parallel()
	places := []string{asPlace + "/tenant/1", oidcPlace + "/tenant/1", "/tenant/1" + oidcPlace}
	for n, place := range places {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{
				prmPlace: {body: `{"resource":"HOST","authorization_servers":["HOST/tenant/1"]}`},
				// A final slash is no other issuer.
				place: {body: `{"issuer":"HOST/tenant/1/","authorization_endpoint":"HOST/authorize","token_endpoint":"HOST/token"}`},
			})
			got, err := discover(t, f, "/", oauth.Challenge{})
			if err != nil {
				t.Fatal(err)
			}
			want := plain(f, "")
			want.Issuer = f.URL + "/tenant/1/"
			sameServer(t, want, got)
			lines := []string{"GET " + prmPlace}
			for _, p := range places[:n+1] {
				lines = append(lines, "GET "+p)
			}
			sameLines(t, f, lines...)
		})
	}
}

func TestCase06TheOriginIsTheIssuerWithoutResourceMetadata(t *testing.T) {
	t.Parallel()
	f := serve(t, map[string]page{asPlace: serverPage})
	got, err := discover(t, f, "/mcp", oauth.Challenge{})
	if err != nil {
		t.Fatal(err)
	}
	sameServer(t, plain(f, "/mcp"), got)
}

func TestResourceMetadataMayLeaveOutWhatIsPlain(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"resource":"HOST/mcp"}`, `{"authorization_servers":["HOST"]}`} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{prmPlace: {body: body}, asPlace: serverPage})
			got, err := discover(t, f, "/mcp", oauth.Challenge{ResourceMetadata: f.URL + prmPlace})
			if err != nil {
				t.Fatal(err)
			}
			sameServer(t, plain(f, "/mcp"), got)
			sameLines(t, f, "GET "+prmPlace, "GET "+asPlace)
		})
	}
}

func TestServerWithoutAnyMetadataIsAtTheUsualPaths(t *testing.T) {
	t.Parallel()
	f := serve(t, nil)
	got, err := discover(t, f, "/v1/mcp", oauth.Challenge{})
	if err != nil {
		t.Fatal(err)
	}
	want := plain(f, "/v1/mcp")
	want.RegistrationEndpoint = f.URL + "/register"
	sameServer(t, want, got)
}

func TestCase07TheAuthorizationServerMayBeAnotherHost(t *testing.T) {
	t.Parallel()
	other := serve(t, map[string]page{asPlace: serverPage})
	f := serve(t, map[string]page{
		"/named": {body: `{"resource":"HOST/mcp","authorization_servers":["` + other.URL + `"]}`},
		asPlace:  serverPage,
	})
	got, err := discover(t, f, "/mcp", oauth.Challenge{ResourceMetadata: f.URL + "/named"})
	if err != nil {
		t.Fatal(err)
	}
	want := plain(other, "")
	want.Resource = f.URL + "/mcp"
	sameServer(t, want, got)
	sameLines(t, f, "GET /named")
}

func TestOfTwoServersTheFirstWithMetadataCounts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		first map[string]page
		code  guild.Code // of the error; empty where the second is taken
	}{
		"first has none": {nil, ""},
		// A login at the second would be another login.
		"first is down": {map[string]page{asPlace: {status: 503}}, guild.CodeUnavailable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, two := serve(t, tt.first), serve(t, map[string]page{asPlace: serverPage})
			f := serve(t, map[string]page{
				"/broken": {status: 500}, // and of no consequence, since the next place has it
				prmPlace:  {body: `{"resource":"HOST","authorization_servers":["` + one.URL + `","` + two.URL + `"]}`},
			})
			got, err := discover(t, f, "/", oauth.Challenge{ResourceMetadata: f.URL + "/broken"})
			if tt.code != "" {
				coded(t, err, tt.code, one.URL)
				sameLines(t, two)
				return
			}
			if err != nil || got.Issuer != two.URL {
				t.Errorf("issuer %q, error %v; want %q", got.Issuer, err, two.URL)
			}
		})
	}
}

func TestDiscoverRefuses(t *testing.T) {
	t.Parallel()
	as := func(body string) map[string]page {
		return map[string]page{prmPlace + "/mcp": resourcePage, asPlace: {body: body}}
	}
	prm := func(body string) map[string]page {
		return map[string]page{prmPlace + "/mcp": {body: body}, asPlace: serverPage}
	}
	tests := map[string]struct {
		pages map[string]page
		code  guild.Code
		says  string
	}{
		"a resource elsewhere":        {prm(`{"resource":"https://evil.test/mcp","authorization_servers":["HOST"]}`), guild.CodeUpstream, "https://evil.test/mcp"},
		"a resource beside":           {prm(`{"resource":"HOST/mc"}`), guild.CodeUpstream, "not its own address"},
		"a resource below":            {prm(`{"resource":"HOST/mcp/deeper"}`), guild.CodeUpstream, "not its own address"},
		"a resource with a query":     {prm(`{"resource":"HOST/mcp?other=1"}`), guild.CodeUpstream, "not its own address"},
		"another issuer":              {as(`{"issuer":"https://evil.test","token_endpoint":"HOST/token"}`), guild.CodeUpstream, "https://evil.test"},
		"no issuer":                   {as(`{"token_endpoint":"HOST/token"}`), guild.CodeUpstream, "must be the same"},
		"an endpoint in clear":        {as(`{"issuer":"HOST","token_endpoint":"http://h.test/token"}`), guild.CodeInvalid, "in clear"},
		"an endpoint for scripts":     {as(`{"issuer":"HOST","token_endpoint":"HOST/token","authorization_endpoint":"javascript:alert(1)"}`), guild.CodeInvalid, ""},
		"an endpoint of the cloud":    {as(`{"issuer":"HOST","token_endpoint":"https://169.254.169.254/token"}`), guild.CodeDenied, "never allowed"},
		"PKCE by plain only":          {as(`{"issuer":"HOST","token_endpoint":"HOST/token","code_challenge_methods_supported":["plain"]}`), guild.CodeUnsupported, "S256"},
		"a server without metadata":   {map[string]page{prmPlace + "/mcp": resourcePage}, guild.CodeUpstream, asPlace},
		"a server in a private net":   {prm(`{"resource":"HOST/mcp","authorization_servers":["https://10.1.2.3"]}`), guild.CodeDenied, "10.1.2.3"},
		"metadata that fails for now": {map[string]page{prmPlace: {status: 503}, asPlace: serverPage}, guild.CodeUnavailable, "HTTP 503"},
		"metadata under a limit":      {map[string]page{prmPlace + "/mcp": {status: 429}, asPlace: serverPage}, guild.CodeUnavailable, "HTTP 429"},
		"a server that fails for now": {map[string]page{asPlace: {status: 502}}, guild.CodeUnavailable, "HTTP 502"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := discover(t, serve(t, tt.pages), "/mcp", oauth.Challenge{})
			coded(t, err, tt.code, tt.says)
		})
	}
}

func TestMetadataIsNotFollowedToAnotherOrigin(t *testing.T) {
	t.Parallel()
	other := serve(t, map[string]page{"/": resourcePage})
	f := serve(t, map[string]page{prmPlace + "/mcp": {status: http.StatusFound, location: other.URL + "/"}})
	_, err := discover(t, f, "/mcp", oauth.Challenge{})
	coded(t, err, guild.CodeUpstream, "another origin", other.URL)
	sameLines(t, other)
}

func TestMetadataAtAnAddressThatIsShutIsPassedOver(t *testing.T) {
	t.Parallel()
	for _, named := range []string{"http://169.254.169.254/latest", "https://10.0.0.1/x", "http://h.test/x", "not a URL", "https://user:pw@h.test/"} {
		t.Run(named, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{prmPlace + "/mcp": resourcePage, asPlace: serverPage})
			if _, err := discover(t, f, "/mcp", oauth.Challenge{ResourceMetadata: named}); err != nil {
				t.Errorf("the well-known place was not taken: %v", err)
			}
			f.Close()
			_, err := discover(t, f, "/mcp", oauth.Challenge{ResourceMetadata: named})
			if err == nil || strings.Contains(err.Error(), "pw@") {
				t.Errorf("error %v; want one without a password", err)
			}
		})
	}
}

// A server elsewhere could otherwise aim the box at a service of its own machine.
func TestOnlyThisMachineMayNameThisMachine(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]page{
		"as metadata of the resource": {asPlace: {body: `{"token_endpoint":"https://mcp.h.test/token"}`}},
		"as authorization server":     {prmPlace: {body: `{"resource":"https://mcp.h.test","authorization_servers":["https://localhost"]}`}},
		"as token endpoint":           {asPlace: {body: `{"token_endpoint":"http://127.0.0.1:5432/"}`}},
		"as registration endpoint":    {asPlace: {body: `{"token_endpoint":"https://mcp.h.test/token","registration_endpoint":"http://[::1]/"}`}},
	}
	for name, pages := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ch oauth.Challenge
			if strings.Contains(name, "metadata") {
				ch.ResourceMetadata = "http://localhost:9/"
			}
			client := &http.Client{Transport: transport{serve(t, pages)}}
			_, err := oauth.Discover(context.Background(), client, "https://mcp.h.test", ch)
			coded(t, err, guild.CodeDenied, "this machine")
		})
	}
}

func TestDiscoverEndsWithItsContext(t *testing.T) {
	t.Parallel()
	f := serve(t, nil)
	if _, err := oauth.Discover(cancelled(), newClient(t), f.URL, oauth.Challenge{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestDiscoverSaysThatNothingListens(t *testing.T) {
	t.Parallel()
	f := serve(t, nil)
	f.Close()
	_, err := discover(t, f, "/mcp", oauth.Challenge{})
	coded(t, err, guild.CodeUnavailable, "nothing accepts connections there", f.URL+prmPlace)
}
