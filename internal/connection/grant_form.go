package connection

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/internal/tool"
)

// grantForm is the authorization code flow with PKCE. Where the authorization
// server is, and who the box is to it, is found out for a remote MCP server and
// declared for any other.
type grantForm struct {
	logins   *Logins
	declared connector.Connector
}

func (f grantForm) begin(ctx context.Context, a Attempt, state string) (string, any, error) {
	login, err := f.login(ctx, a)
	if err != nil {
		return "", nil, err
	}
	login.State = state
	address, err := login.URL()
	return address, login, err
}

func (f grantForm) login(ctx context.Context, a Attempt) (oauth.Login, error) {
	if f.declared.OAuth == nil {
		return f.discover(ctx, a)
	}
	declared := f.declared.OAuth
	server := declared.Server
	if base, ok := f.logins.Upstream(a.Row.Slug); ok {
		for _, endpoint := range []*string{&server.AuthorizationEndpoint, &server.TokenEndpoint, &server.RevocationEndpoint} {
			*endpoint = connector.Rebase(*endpoint, base)
		}
	}
	client := oauth.Client{
		ID: f.logins.Variable(declared.ClientID), Secret: f.logins.Variable(declared.ClientSecret),
		Issuer: server.Issuer, RedirectURI: a.RedirectURI,
	}
	return oauth.NewLogin(server, client, declared.Scopes), nil
}

// discover finds a remote server's authorization server from how it refuses a
// request without a credential, and makes the box known to it.
func (f grantForm) discover(ctx context.Context, a Attempt) (oauth.Login, error) {
	l := f.logins
	session := l.session(guild.NewID(), a.Row, credential{})
	defer l.Sessions.Forget(session.ID)
	var challenge oauth.Challenge
	_, err := l.Sessions.List(ctx, session)
	if refused := refusal(err); refused != nil {
		challenge = oauth.ParseChallenge(refused.Challenge)
	} else if code := guild.CodeOf(err); err != nil && code != guild.CodeUpstream {
		return oauth.Login{}, err
	}
	server, err := oauth.Discover(ctx, l.HTTP(a.Row.AllowPrivate), session.URL, challenge)
	if err != nil {
		return oauth.Login{}, err
	}
	client, err := l.client(ctx, a, server)
	if err != nil {
		return oauth.Login{}, err
	}
	return oauth.NewLogin(server, client, oauth.ScopesFor(challenge, server, nil, a.Scopes)), nil
}

func (f grantForm) finish(ctx context.Context, a Attempt, _ string, keep json.RawMessage, q url.Values) (finished, error) {
	l := f.logins
	var login oauth.Login
	if err := json.Unmarshal(keep, &login); err != nil {
		return finished{}, err
	}
	code, err := login.Callback(q)
	if err == nil || declined(err) {
		err = joined(err, l.answered(ctx, a.Row.ID, login.Client))
	}
	if err != nil {
		return finished{}, err
	}
	token, err := login.Exchange(ctx, l.HTTP(a.Row.AllowPrivate), code)
	if oauth.InvalidClient(err) {
		_, err = l.forgotten(ctx, a.Row, login.Client, err)
	}
	if err != nil {
		return finished{}, err
	}
	c := credential{Grant: &grant{Server: login.Server, Client: login.Client, Token: token, Since: time.Now()}}
	end, err := f.settle(ctx, a, c)
	return end, redacted(err, c.secrets(a.Row, nil))
}

// settle asks the service, with its new token, for all that a login needs to
// count as connected.
func (f grantForm) settle(ctx context.Context, a Attempt, c credential) (finished, error) {
	end := finished{credential: &c, hint: c.Grant.Token.Account}
	if f.declared.OAuth != nil {
		return f.settleFixed(ctx, a, end)
	}
	session := f.logins.session(a.Existing.ID, a.Row, c)
	defer f.logins.Sessions.Forget(session.ID)
	var err error
	end.listing, err = f.logins.list(ctx, session, a.Row, f.declared)
	if refused := refusal(err); refused != nil {
		err = insufficient(*a.Existing, c.Grant, refused, err)
	}
	return end, err
}

// settleFixed checks that the grant is whole: a refresh token, and every scope
// that the operator was asked for. On Google's screen each can be unticked.
func (f grantForm) settleFixed(ctx context.Context, a Attempt, end finished) (finished, error) {
	g := end.credential.Grant
	if missing := without(f.declared.OAuth.Scopes, g.Token.Scopes); len(missing) > 0 {
		return end, guild.Errorf(guild.CodeRejected, "%s was not granted the permission %s", f.declared.Name, strings.Join(missing, " ")).
			WithHint("connect again and leave every permission ticked")
	}
	if g.Token.Refresh == "" {
		if err := f.goOn(ctx, a, g); err != nil {
			return end, err
		}
	}
	end.listing = f.logins.declared(a.Row, f.declared)
	account := f.logins.account(a.Row, *end.credential)
	var err error
	switch {
	case f.declared.Folders != nil:
		end.pending = a.former.FolderID == ""
		end.hint, err = f.formerFolder(ctx, a, account)
	case f.declared.Check != nil:
		end.hint, err = f.declared.Check(ctx, account)
	}
	end.hint = tool.Storable(end.hint)
	return end, err
}

// goOn lets a login whose new grant has no refresh token go on with the one that
// it holds from before, if that one still serves. It then is what it was: tokens
// of two grants, which may be of two accounts, are never put together.
func (f grantForm) goOn(ctx context.Context, a Attempt, g *grant) error {
	refused := guild.Errorf(guild.CodeRejected, "%s gave no refresh token, so the login would last for an hour", f.declared.Name).
		WithHint("remove the app's access on the account's own page of connected apps, and connect again")
	if len(a.former.Sealed) == 0 {
		return refused
	}
	former, err := f.logins.unseal(a.former)
	if err != nil {
		return err
	}
	token, err := oauth.Refresh(ctx, f.logins.HTTP(a.Row.AllowPrivate), g.Server, g.Client, former.Grant.Token)
	switch {
	case guild.CodeOf(err) == guild.CodeRejected:
		return refused // it has ended, or was another client's
	case err != nil:
		return redacted(err, former.secrets(a.Row, nil))
	}
	g.Token = token
	return nil
}

// formerFolder returns the name of the folder that a login was limited to before
// it ended. A new account must not open another one to those who have bindings.
func (f grantForm) formerFolder(ctx context.Context, a Attempt, account connector.Account) (string, error) {
	if a.former.FolderID == "" {
		return "", nil
	}
	folder, err := f.declared.Folders.Check(ctx, account, a.former.FolderID)
	if code := guild.CodeOf(err); code == guild.CodeNotFound || code == guild.CodeInvalid {
		return "", guild.Errorf(guild.CodeRejected, "the login is limited to the folder %q, which this account cannot use: %w", a.former.AccountHint, err).
			WithHint("connect again with an account that can, or begin anew: guildsctl disconnect %s --at %s", a.Row.Slug, a.former.Scope)
	}
	return folder.Name, err
}

// declined reports whether a callback's error is the server's own answer, which it
// gives to clients that it knows.
func declined(err error) bool {
	var refused *oauth.Refusal
	return errors.As(err, &refused)
}
