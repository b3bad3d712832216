package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// Token is what a login is worth. As JSON it holds its secrets; printed it holds
// none.
type Token struct {
	Access  string    `json:"access"`
	Refresh string    `json:"refresh,omitempty"` // empty where the server gave none
	Expiry  time.Time `json:"expiry,omitzero"`   // of Access; zero where the server did not say
	Scopes  []string  `json:"scopes,omitempty"`  // granted; nil where neither asked for nor told
	Account string    `json:"account,omitempty"` // whose login it is, where the server says so
}

// accountFields are the extra fields of a token answer that say whose login it
// is. Notion sends email_domain, without documenting it.
var accountFields = []string{"email_domain"}

// Refresh returns new tokens for the login of t, which was made at s with c. What
// the answer leaves out stays as it was: Google, for one, never sends its refresh
// token again. The new tokens have to be kept before they are used, since the old
// refresh token may be void. See InvalidGrant and InvalidClient on the error.
func Refresh(ctx context.Context, client *http.Client, s Server, c Client, t Token) (Token, error) {
	if t.Refresh == "" {
		return Token{}, guild.Errorf(guild.CodeRejected, "%s gave no refresh token with this login, so it cannot be renewed; connect again", originOf(s.TokenEndpoint))
	}
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {t.Refresh}}
	fresh, err := Grant(ctx, client, s, c, "the refresh token", form)
	if err != nil {
		return Token{}, err
	}
	// Where no refresh token came, golang.org/x/oauth2 has put the one that it
	// sent.
	if len(fresh.Scopes) == 0 {
		fresh.Scopes = t.Scopes
	}
	if fresh.Account == "" {
		fresh.Account = t.Account
	}
	return fresh, nil
}

// Grant asks the token endpoint of s for tokens with the grant that form
// describes, to which it adds the client's credential and the resource. what names
// the grant in messages.
//
// oauth2.Config can refresh too, but not with a resource, which MCP servers want
// in every request for tokens; clientcredentials.Config takes any grant type.
func Grant(ctx context.Context, client *http.Client, s Server, c Client, what string, form url.Values) (Token, error) {
	c, err := c.resolved(s)
	if err != nil {
		return Token{}, err
	}
	q := question{client, s.TokenEndpoint, what, []string{c.Secret}}
	for _, name := range credentials {
		q.secrets = append(q.secrets, form[name]...)
	}
	config := clientcredentials.Config{
		ClientID: c.ID, ClientSecret: c.Secret, TokenURL: s.TokenEndpoint,
		AuthStyle: authStyles[c.AuthMethod], EndpointParams: withResource(form, s.Resource),
	}
	return q.token(ctx, config.Token)
}

// credentials are the parameters of a token request that must not come back in a
// message.
var credentials = []string{"refresh_token", "assertion", "client_assertion", "subject_token"}

func withResource(form url.Values, resource string) url.Values {
	if resource == "" {
		return form
	}
	c := url.Values{"resource": {resource}}
	for name, values := range form {
		c[name] = values
	}
	return c
}

// token runs one request of golang.org/x/oauth2 and turns what comes of it into
// ours.
func (q question) token(ctx context.Context, ask func(context.Context) (*oauth2.Token, error)) (Token, error) {
	u, err := egress.CheckURL(q.endpoint)
	if err != nil {
		return Token{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	t, err := ask(context.WithValue(ctx, oauth2.HTTPClient, q.client))
	switch {
	case ctx.Err() != nil && err != nil:
		return Token{}, egress.Failure(u, ctx.Err())
	case err != nil:
		return Token{}, q.failed(u, err)
	}
	if !strings.EqualFold(t.Type(), "bearer") {
		return Token{}, guild.Errorf(guild.CodeUnsupported, "%s gives tokens of the type %q; the box can use Bearer tokens only", q.origin(), short(t.TokenType))
	}
	return received(t), nil
}

// failed explains an error of golang.org/x/oauth2, whose own texts repeat the
// server's answer.
func (q question) failed(u *url.URL, err error) error {
	var (
		answered *oauth2.RetrieveError
		unsent   *url.Error
	)
	switch {
	case errors.As(err, &answered):
		c := complaint{answered.ErrorCode, answered.ErrorDescription}
		return refused(q.origin(), q.what, answered.Response.StatusCode, c, quote(c.Description, q.secrets))
	case errors.As(err, &unsent):
		return egress.Failure(u, err)
	}
	return q.nonsense()
}

// received keeps of an answer what the box has a use for.
func received(t *oauth2.Token) Token {
	token := Token{Access: t.AccessToken, Refresh: t.RefreshToken}
	if !t.Expiry.IsZero() {
		token.Expiry = t.Expiry.Round(0).UTC() // it will be compared after a restart
	}
	if scope, ok := t.Extra("scope").(string); ok {
		token.Scopes = strings.Fields(scope)
	}
	for _, field := range accountFields {
		if account, ok := t.Extra(field).(string); ok {
			token.Account = short(account)
		}
	}
	return token
}
