package oauth_test

import (
	"context"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

func TestRevoke(t *testing.T) {
	t.Parallel()
	both := oauth.Token{Access: accessToken, Refresh: refreshToken}
	tests := map[string]struct {
		client oauth.Client
		token  oauth.Token
		bare   bool
		want   url.Values
		basic  bool
	}{
		"public": {theBox, both, false, url.Values{"token": {refreshToken}, "token_type_hint": {"refresh_token"}, "client_id": {"c1"}}, false},
		"no refresh token": {theBox, oauth.Token{Access: accessToken}, false,
			url.Values{"token": {accessToken}, "token_type_hint": {"access_token"}, "client_id": {"c1"}}, false},
		"post": {oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "client_secret_post"}, both, false,
			url.Values{"token": {refreshToken}, "token_type_hint": {"refresh_token"}, "client_id": {"c1"}, "client_secret": {clientSecret}}, false},
		"basic":  {oauth.Client{ID: "c1", Secret: clientSecret}, both, false, url.Values{"token": {refreshToken}, "token_type_hint": {"refresh_token"}}, true},
		"Google": {oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "client_secret_post"}, both, true, url.Values{"token": {refreshToken}}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{"/revoke": {}})
			s := oauth.Server{RevocationEndpoint: f.URL + "/revoke", BareRevocation: tt.bare}
			done, err := oauth.Revoke(context.Background(), newClient(t), s, tt.client, tt.token)
			if err != nil || !done {
				t.Fatalf("revoked: %t, error %v", done, err)
			}
			sent := f.only(t)
			if diff := cmp.Diff(tt.want, sent.form(t)); diff != "" || sent.line != "POST /revoke" {
				t.Errorf("%s (-want +got):\n%s", sent.line, diff)
			}
			if sent.header.Get("Authorization") != "" != tt.basic {
				t.Fatalf("Authorization is %q", sent.header.Get("Authorization"))
			}
			if !tt.basic {
				return
			}
			if id, secret := basic(t, sent); id != "c1" || secret != clientSecret {
				t.Errorf("client %q with %q", id, secret)
			}
		})
	}
}

func TestRevokeWhereTheServerCannot(t *testing.T) {
	t.Parallel()
	done, err := oauth.Revoke(context.Background(), newClient(t), oauth.Server{}, theBox, old)
	if done || err != nil {
		t.Errorf("revoked: %t, error %v; want neither", done, err)
	}
}

func TestRevokeFails(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		page page
		code guild.Code
	}{
		"not the client":  {page{status: 401, body: `{"error":"invalid_client"}`}, guild.CodeRejected},
		"not this token":  {page{status: 400, body: `{"error":"unsupported_token_type","error_description":"` + refreshToken + `"}`}, guild.CodeUpstream},
		"down":            {page{status: 503}, guild.CodeUnavailable},
		"not even a word": {page{status: 404, kind: "text/html"}, guild.CodeUnavailable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{"/revoke": tt.page})
			done, err := oauth.Revoke(context.Background(), newClient(t), oauth.Server{RevocationEndpoint: f.URL + "/revoke"}, theBox, old)
			coded(t, err, tt.code, f.URL)
			if done {
				t.Error("it says that the login was revoked")
			}
		})
	}
}
