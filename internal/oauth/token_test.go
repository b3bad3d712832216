package oauth_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

// basic returns what a request shows of its client by RFC 6749, section 2.3.1.
func basic(t *testing.T, a asked) (id, secret string) {
	t.Helper()
	pair, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(a.header.Get("Authorization"), "Basic "))
	if err != nil {
		t.Fatal(err)
	}
	id, secret, _ = strings.Cut(string(pair), ":")
	id, err1 := url.QueryUnescape(id)
	secret, err2 := url.QueryUnescape(secret)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return id, secret
}

var old = oauth.Token{
	Access: "old", Refresh: refreshToken, Expiry: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	Scopes: []string{"read"}, Account: "old.test",
}

func refresh(t *testing.T, f *fake) (oauth.Token, error) {
	t.Helper()
	c := oauth.Client{ID: "c1", Secret: clientSecret, AuthMethod: "client_secret_post"}
	return oauth.Refresh(context.Background(), newClient(t), plain(f, "/mcp"), c, old)
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind, body string
		want       oauth.Token
		expires    time.Duration // from now; 0 for never told
	}{
		"rotates": {
			"", `{"access_token":"A","token_type":"bearer","expires_in":3600,"scope":"read write","refresh_token":"R","resource":"HOST/mcp"}`,
			oauth.Token{Access: "A", Refresh: "R", Scopes: []string{"read", "write"}, Account: "old.test"}, time.Hour,
		},
		"keeps the refresh token": {
			"", `{"access_token":"A","token_type":"Bearer","expires_in":"3599"}`,
			oauth.Token{Access: "A", Refresh: refreshToken, Scopes: []string{"read"}, Account: "old.test"}, 3599 * time.Second,
		},
		"never told when": {
			"", `{"access_token":"A","email_domain":"h.test"}`,
			oauth.Token{Access: "A", Refresh: refreshToken, Scopes: []string{"read"}, Account: "h.test"}, 0,
		},
		"as a form": {
			"application/x-www-form-urlencoded; charset=utf-8", `access_token=A&token_type=bearer&scope=read&expires_in=60`,
			oauth.Token{Access: "A", Refresh: refreshToken, Scopes: []string{"read"}, Account: "old.test"}, time.Minute,
		},
		"fields of odd types": {
			"", `{"access_token":"A","token_type":"BEARER","scope":["read"],"email_domain":7,"expires_in":null}`,
			oauth.Token{Access: "A", Refresh: refreshToken, Scopes: []string{"read"}, Account: "old.test"}, 0,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{"/token": {kind: tt.kind, body: tt.body}})
			before := time.Now()
			got, err := refresh(t, f)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(oauth.Token{}, "Expiry")); diff != "" {
				t.Errorf("token (-want +got):\n%s", diff)
			}
			if lived := got.Expiry.Sub(before); got.Expiry.IsZero() != (tt.expires == 0) ||
				tt.expires != 0 && (lived < tt.expires-time.Second || lived > tt.expires+time.Minute) {
				t.Errorf("expires %v, want %v after %v", got.Expiry, tt.expires, before)
			}
			want := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refreshToken}, "resource": {f.URL + "/mcp"}, "client_id": {"c1"}, "client_secret": {clientSecret}}
			if diff := cmp.Diff(want, f.only(t).form(t)); diff != "" {
				t.Errorf("form (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTokenRequestFails(t *testing.T) {
	t.Parallel()
	const html = "<html>" + refreshToken + "</html>"
	tests := map[string]struct {
		page                  page
		code                  guild.Code
		says                  string
		grantGone, clientGone bool
	}{
		"refresh token too old": {page{status: 400, body: `{"error":"invalid_grant","error_description":"Invalid refresh token"}`}, guild.CodeRejected, "Invalid refresh token", true, false},
		"family revoked":        {page{status: 400, body: `{"error":"invalid_grant","error_description":"OAuth grant revoked"}`}, guild.CodeRejected, "OAuth grant revoked", true, false},
		"Google's":              {page{status: 400, body: `{"error":"invalid_grant","error_description":"Token has been expired or revoked.","error_subtype":"invalid_rapt"}`}, guild.CodeRejected, "connect again", true, false},
		"with a status of 200":  {page{status: 200, body: `{"error":"invalid_grant"}`}, guild.CodeRejected, "connect again", true, false},
		"with 401":              {page{status: 401, body: `{"error":"invalid_grant"}`}, guild.CodeRejected, "connect again", true, false},
		"client not found":      {page{status: 401, body: `{"error":"invalid_client","error_description":"Client not found"}`}, guild.CodeRejected, "Client not found", false, true},
		"wrong resource":        {page{status: 400, body: `{"error":"invalid_target","error_description":"The resource parameter must name one"}`}, guild.CodeUpstream, "invalid_target", false, false},
		"a code nobody knows":   {page{status: 400, body: `{"error":"teapot"}`}, guild.CodeUpstream, "teapot", false, false},
		"for now":               {page{status: 400, body: `{"error":"temporarily_unavailable"}`}, guild.CodeUnavailable, "later", false, false},
		"down":                  {page{status: 500, body: `{"error":"invalid_grant"}`}, guild.CodeUnavailable, "HTTP 500", false, false},
		"down for clients":      {page{status: 503, body: `{"error":"invalid_client"}`}, guild.CodeUnavailable, "HTTP 503", false, false},
		"limit":                 {page{status: 429, body: `{"error":"invalid_grant"}`}, guild.CodeUnavailable, "HTTP 429", false, false},
		"a page":                {page{status: 403, kind: "text/html", body: html}, guild.CodeUnavailable, "HTTP 403", false, false},
		"a page with 200":       {page{status: 200, kind: "text/html", body: html}, guild.CodeUnavailable, "no answer", false, false},
		"plain text":            {page{status: 400, kind: "text/plain", body: "%zz" + refreshToken}, guild.CodeUnavailable, "HTTP 400", false, false},
		"no token":              {page{body: `{"token_type":"bearer"}`}, guild.CodeUnavailable, "no answer", false, false},
		"half an answer":        {page{body: `{"access_token":"` + accessToken}, guild.CodeUnavailable, "no answer", false, false},
		"another type":          {page{body: `{"access_token":"` + accessToken + `","token_type":"DPoP"}`}, guild.CodeUnsupported, "DPoP", false, false},
		"repeats our secrets":   {page{status: 400, body: `{"error":"invalid_grant","error_description":"no ` + refreshToken + ` for s3cret%2Fclient%2Bsecret%3D"}`}, guild.CodeRejected, "redacted", true, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{"/token": tt.page})
			_, err := refresh(t, f)
			coded(t, err, tt.code, tt.says, f.URL)
			if got := oauth.InvalidGrant(err); got != tt.grantGone {
				t.Errorf("InvalidGrant is %t", got)
			}
			if got := oauth.InvalidClient(err); got != tt.clientGone {
				t.Errorf("InvalidClient is %t", got)
			}
			f.only(t) // never a second try: a code is good for one
		})
	}
}

func TestExchangeFails(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"Authorization code already used", "Invalid PKCE code_verifier", "no " + code + " with " + verifier} {
		t.Run(words[:10], func(t *testing.T) {
			t.Parallel()
			f := serve(t, map[string]page{"/token": {status: 400, body: `{"error":"invalid_grant","error_description":"` + words + `"}`}})
			l := oauth.Login{Server: plain(f, "/mcp"), Client: oauth.Client{ID: "c1", Secret: clientSecret}, Verifier: verifier}
			_, err := l.Exchange(context.Background(), newClient(t), code)
			coded(t, err, guild.CodeRejected, "invalid_grant", f.URL)
			if !oauth.InvalidGrant(err) {
				t.Error("InvalidGrant is false")
			}
			f.only(t)
		})
	}
}

func TestRequestForTokensThatIsNotAnswered(t *testing.T) {
	t.Parallel()
	other := serve(t, nil)
	moved := serve(t, map[string]page{"/token": {status: http.StatusTemporaryRedirect, location: other.URL + "/token"}})
	closed := serve(t, nil)
	closed.Close()
	_, err := refresh(t, moved)
	coded(t, err, guild.CodeUpstream, "another origin")
	sameLines(t, other)
	_, err = refresh(t, closed)
	coded(t, err, guild.CodeUnavailable, "nothing accepts connections there")
	_, err = oauth.Refresh(cancelled(), newClient(t), plain(other, ""), theBox, old)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestRefreshWithoutARefreshTokenAsksNobody(t *testing.T) {
	t.Parallel()
	f := serve(t, nil)
	_, err := oauth.Refresh(context.Background(), newClient(t), plain(f, ""), theBox, oauth.Token{Access: accessToken})
	coded(t, err, guild.CodeRejected, "connect again", f.URL)
	sameLines(t, f)
}

func TestTokenSurvivesStorage(t *testing.T) {
	t.Parallel()
	f := serve(t, map[string]page{"/token": {body: `{"access_token":"A","expires_in":3600,"scope":"a b","email_domain":"h.test","refresh_token":"R"}`}})
	want, err := refresh(t, f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got oauth.Token
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
