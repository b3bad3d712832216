package oauthtest_test

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
)

// TestService checks the fixture with another client than the box's: a token of its
// own opens the endpoint, none does not, and a declined login says so.
func TestService(t *testing.T) {
	t.Parallel()
	const redirect = "http://127.0.0.1:1/done"
	s, err := oauthtest.Start(oauthtest.Options{Clients: []oauthtest.Client{
		{ID: "known", Secret: "the-secret-of-known", RedirectURIs: []string{redirect}, Method: "client_secret_basic"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	config := oauth2.Config{
		ClientID: "known", ClientSecret: "the-secret-of-known", RedirectURL: redirect, Scopes: []string{"default"},
		Endpoint: oauth2.Endpoint{AuthURL: s.Issuer + "/authorize", TokenURL: s.Issuer + "/token", AuthStyle: oauth2.AuthStyleInHeader},
	}
	verifier := oauth2.GenerateVerifier()
	address := config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("resource", s.URL))
	declined, err := oauthtest.Follow(address, "/done", true)
	if err != nil || declined.Query().Get("error") != "access_denied" {
		t.Fatalf("a declined login ends at %v (%v)", declined, err)
	}
	ended, err := oauthtest.Follow(address, "/done", false)
	if err != nil {
		t.Fatal(err)
	}
	token, err := config.Exchange(t.Context(), ended.Query().Get("code"), oauth2.VerifierOption(verifier))
	if err != nil || token.RefreshToken == "" {
		t.Fatalf("the token is %v (%v)", token, err)
	}
	for bearer, want := range map[string]int{token.AccessToken: http.StatusOK, "another": http.StatusUnauthorized} {
		if got := initialize(t, s.URL, bearer); got != want {
			t.Errorf("with the bearer %q it answers HTTP %d, want %d", bearer, got, want)
		}
	}
	if given := s.Given(); !strings.Contains(strings.Join(given, " "), token.RefreshToken) {
		t.Errorf("%q does not hold the refresh token", given)
	}
	if n := s.Count("authorization_code"); n != 1 {
		t.Errorf("%d codes were exchanged, want 1", n)
	}
}

func initialize(t *testing.T, url, bearer string) int {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+bearer)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
