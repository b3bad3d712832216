package oauth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/guildsbox/guilds/internal/oauth"
)

func TestKnows(t *testing.T) {
	t.Parallel()
	const unknown, wrongCode = `{"error":"invalid_client"}`, `{"error":"invalid_grant"}`
	for name, tt := range map[string]struct {
		ofOurs, ofOthers string // what the server says of the box's client, and of any other
		want             bool
	}{
		"known":                   {wrongCode, unknown, true},
		"forgotten":               {unknown, unknown, false},
		"looks at the code first": {wrongCode, wrongCode, false},
		"speaks otherwise":        {`{"error":"unauthorized_client"}`, unknown, false},
		"is no such endpoint":     {"<html>", "<html>", false},
	} {
		for _, secret := range []string{"", clientSecret} {
			t.Run(name+" "+secret, func(t *testing.T) {
				t.Parallel()
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					said := tt.ofOthers
					if id, _, _ := r.BasicAuth(); id == "ours" || r.FormValue("client_id") == "ours" {
						said = tt.ofOurs
					}
					if r.FormValue("code") == "" || r.FormValue("redirect_uri") != redirectURI {
						t.Errorf("it is asked for %v", r.Form)
					}
					w.Header().Set("Content-Type", "application/json")
					w.WriteHeader(http.StatusBadRequest)
					_, _ = w.Write([]byte(said)) // who asks may be gone
				}))
				t.Cleanup(server.Close)
				s := oauth.Server{TokenEndpoint: server.URL}
				c := oauth.Client{ID: "ours", Secret: secret, RedirectURI: redirectURI}
				if got := oauth.Knows(t.Context(), newClient(t), s, c); got != tt.want {
					t.Errorf("Knows is %t, want %t", got, tt.want)
				}
			})
		}
	}
}
