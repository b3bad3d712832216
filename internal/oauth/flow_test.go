package oauth_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/oauth"
)

// strict is an authorization server and its resource that hold to OAuth 2.1: PKCE
// is checked, a code works once, and a refresh token that comes a second time ends
// the whole login.
type strict struct {
	url string

	mu      sync.Mutex
	clients map[string]string     // redirect URI by client id
	codes   map[string]url.Values // the authorization request by code
	refresh map[string]string     // login by refresh token, used ones too
	current map[string]string     // the good refresh token by login
	next    int
}

func newStrict(t *testing.T) *strict {
	t.Helper()
	s := &strict{clients: map[string]string{}, codes: map[string]url.Values{}, refresh: map[string]string{}, current: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /mcp", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", resource_metadata="`+s.url+`/prm", scope="read"`)
		w.WriteHeader(http.StatusUnauthorized)
	})
	mux.HandleFunc("GET /prm", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"resource":%q,"authorization_servers":[%q]}`, s.url+"/mcp", s.url)
	})
	mux.HandleFunc("GET "+asPlace, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":%[1]q,"authorization_endpoint":"%[1]s/authorize","token_endpoint":"%[1]s/token","registration_endpoint":"%[1]s/register","revocation_endpoint":"%[1]s/revoke",
			"token_endpoint_auth_methods_supported":["none"],"code_challenge_methods_supported":["S256"],"authorization_response_iss_parameter_supported":true}`, s.url)
	})
	for pattern, h := range map[string]func(*http.Request) (int, any){
		"POST /register": s.register, "POST /token": s.token, "POST /revoke": s.revoke,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			defer s.mu.Unlock()
			status, body := h(r)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(body)
		})
	}
	mux.HandleFunc("GET /authorize", s.authorize)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

type object map[string]any

func refuse(code string) (int, any) { return http.StatusBadRequest, object{"error": code} }

// fresh returns a name that was not given out before.
func (s *strict) fresh(kind string) string {
	s.next++
	return fmt.Sprintf("%s:%d", kind, s.next)
}

func (s *strict) register(r *http.Request) (int, any) {
	var m struct {
		RedirectURIs []string `json:"redirect_uris"`
	}
	if json.NewDecoder(r.Body).Decode(&m) != nil || len(m.RedirectURIs) != 1 {
		return refuse("invalid_client_metadata")
	}
	id := s.fresh("client")
	s.clients[id] = m.RedirectURIs[0]
	return http.StatusCreated, object{"client_id": id}
}

// authorize consents at once.
func (s *strict) authorize(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := r.URL.Query()
	if redirect, ok := s.clients[asked.Get("client_id")]; !ok || redirect != asked.Get("redirect_uri") {
		http.Error(w, "unknown client", http.StatusBadRequest)
		return
	}
	code := s.fresh("code")
	s.codes[code] = asked
	back := url.Values{"code": {code}, "state": {asked.Get("state")}, "iss": {s.url}}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (s *strict) token(r *http.Request) (int, any) {
	if r.FormValue("resource") != s.url+"/mcp" {
		return refuse("invalid_target")
	}
	if r.FormValue("grant_type") == "refresh_token" {
		return s.renew(r.FormValue("refresh_token"))
	}
	asked, ok := s.codes[r.FormValue("code")]
	delete(s.codes, r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !ok || asked.Get("client_id") != r.FormValue("client_id") || asked.Get("redirect_uri") != r.FormValue("redirect_uri") ||
		asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) {
		return refuse("invalid_grant")
	}
	return s.issue(s.fresh("login"))
}

func (s *strict) renew(token string) (int, any) {
	login, known := s.refresh[token]
	if !known || s.current[login] != token {
		delete(s.current, login)
		return refuse("invalid_grant")
	}
	return s.issue(login)
}

func (s *strict) issue(login string) (int, any) {
	token := s.fresh("refresh")
	s.refresh[token], s.current[login] = login, token
	return http.StatusOK, object{"access_token": s.fresh("access"), "token_type": "bearer", "refresh_token": token, "expires_in": 60}
}

func (s *strict) revoke(r *http.Request) (int, any) {
	delete(s.current, s.refresh[r.FormValue("token")])
	return http.StatusOK, object{}
}

// browse follows the login to its callback and returns what came with it.
func browse(t *testing.T, l oauth.Login) url.Values {
	t.Helper()
	address, err := l.URL()
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(httptest.NewRequest(http.MethodGet, address, nil))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	back, err := resp.Location()
	if err != nil {
		t.Fatalf("HTTP %d and no callback", resp.StatusCode)
	}
	return back.Query()
}

// begin goes from a refused request to a login under way.
func (s *strict) begin(t *testing.T, client *http.Client) oauth.Login {
	t.Helper()
	resp, err := client.Post(s.url+"/mcp", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	ch := oauth.ParseChallenge(resp.Header.Values("WWW-Authenticate"))
	server, err := oauth.Discover(context.Background(), client, s.url+"/mcp", ch)
	if err != nil {
		t.Fatal(err)
	}
	c, err := oauth.Box{RedirectURI: redirectURI}.Client(context.Background(), client, server)
	if err != nil {
		t.Fatal(err)
	}
	return oauth.NewLogin(server, c, oauth.ScopesFor(ch, server, nil, nil))
}

func (s *strict) login(t *testing.T, client *http.Client) (oauth.Login, oauth.Token) {
	t.Helper()
	l := s.begin(t, client)
	code, err := l.Callback(browse(t, l))
	if err != nil {
		t.Fatal(err)
	}
	token, err := l.Exchange(context.Background(), client, code)
	if err != nil {
		t.Fatal(err)
	}
	return l, token
}

func TestLoginRefreshRevoke(t *testing.T) {
	t.Parallel()
	ctx, client, s := context.Background(), newClient(t), newStrict(t)
	l, first := s.login(t, client)
	if len(first.Scopes) != 1 || first.Scopes[0] != "read" {
		t.Errorf("scopes %q; the server told none, so they are those asked for", first.Scopes)
	}
	second, err := oauth.Refresh(ctx, client, l.Server, l.Client, first)
	if err != nil || second.Refresh == first.Refresh || second.Access == first.Access {
		t.Fatalf("refreshed to %v, error %v", second, err)
	}
	if done, err := oauth.Revoke(ctx, client, l.Server, l.Client, second); err != nil || !done {
		t.Errorf("revoked: %t, error %v", done, err)
	}
	if _, err := oauth.Refresh(ctx, client, l.Server, l.Client, second); !oauth.InvalidGrant(err) {
		t.Errorf("error %v after the login was revoked", err)
	}
}

func TestARefreshTokenThatIsUsedTwiceEndsTheLogin(t *testing.T) {
	t.Parallel()
	ctx, client, s := context.Background(), newClient(t), newStrict(t)
	l, first := s.login(t, client)
	second, err := oauth.Refresh(ctx, client, l.Server, l.Client, first)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []oauth.Token{first, second} {
		if _, err := oauth.Refresh(ctx, client, l.Server, l.Client, token); !oauth.InvalidGrant(err) {
			t.Errorf("error %v", err)
		}
	}
}

func TestACodeNeedsItsVerifierAndWorksOnce(t *testing.T) {
	t.Parallel()
	ctx, client, s := context.Background(), newClient(t), newStrict(t)
	tests := map[string]struct {
		change func(*oauth.Login)
		tries  int
	}{
		"another verifier": {func(l *oauth.Login) { l.Verifier = verifier }, 1},
		"a second time":    {func(*oauth.Login) {}, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := s.begin(t, client)
			code, err := l.Callback(browse(t, l))
			if err != nil {
				t.Fatal(err)
			}
			tt.change(&l)
			for n := 1; n <= tt.tries; n++ {
				_, err := l.Exchange(ctx, client, code)
				if oauth.InvalidGrant(err) != (n == tt.tries) {
					t.Errorf("try %d: error %v", n, err)
				}
			}
		})
	}
}
