package oauth

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Revoke ends the login of t at the server, RFC 7009, and reports whether it did:
// false without an error where the server has no way to. It gives the refresh
// token where there is one, with which the whole login goes.
func Revoke(ctx context.Context, client *http.Client, s Server, c Client, t Token) (bool, error) {
	if s.RevocationEndpoint == "" {
		return false, nil
	}
	c, err := c.resolved(s)
	if err != nil {
		return false, err
	}
	form := url.Values{"token": {t.Refresh}, "token_type_hint": {"refresh_token"}}
	if t.Refresh == "" {
		form = url.Values{"token": {t.Access}, "token_type_hint": {"access_token"}}
	}
	var credential *url.Userinfo
	switch {
	case s.BareRevocation:
		form.Del("token_type_hint")
	case c.AuthMethod == authBasic:
		credential = url.UserPassword(c.ID, c.Secret)
	default:
		form.Set("client_id", c.ID)
		if c.Secret != "" {
			form.Set("client_secret", c.Secret)
		}
	}
	q := question{client, s.RevocationEndpoint, "the revocation", []string{t.Refresh, t.Access, c.Secret}}
	if err := q.post(ctx, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()), credential, nil); err != nil {
		return false, err
	}
	return true, nil
}
