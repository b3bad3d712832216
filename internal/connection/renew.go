package connection

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/internal/tool"
)

// use does something with a login's credential: refreshed before it expires, and
// once more where the server refuses it although it has not. do is called a
// second time only after HTTP 401, which says that nothing ran.
func (l *Logins) use(ctx context.Context, stored Stored, do func(opened) error) error {
	open, err := l.open(stored)
	if err == nil && open.credential.Grant.expiring(time.Now()) {
		open, err = l.renew(ctx, stored, open.credential.Grant.Token.Access)
	}
	if err != nil {
		return err
	}
	err = do(open)
	refused := refusal(err)
	if refused == nil {
		return err
	}
	g := open.credential.Grant
	switch {
	case g != nil && refused.Status == http.StatusForbidden:
		return redacted(insufficient(stored.Connection, g, refused, err), open.secrets)
	case refused.Status != http.StatusUnauthorized:
		return err
	case g == nil || g.Token.Refresh == "":
		return l.refused(context.WithoutCancel(ctx), stored, redacted(err, open.secrets))
	}
	again, renewErr := l.renew(ctx, stored, g.Token.Access)
	if renewErr != nil {
		return renewErr
	}
	return redacted(do(again), again.secrets)
}

// refusal returns how a server refused a credential, nil where it did not.
func refusal(err error) *mcpclient.Refused {
	var refused *mcpclient.Refused
	if token := (*connector.Refused)(nil); errors.As(err, &token) {
		return &mcpclient.Refused{Status: http.StatusUnauthorized}
	}
	errors.As(err, &refused)
	return refused
}

// refused notes a credential that its server no longer takes, and returns err.
func (l *Logins) refused(ctx context.Context, stored Stored, err error) error {
	l.Log.Warn("the server no longer takes the credential", "login", stored.String())
	if err := l.Store.MarkDisconnected(ctx, stored.ID, stored.Epoch); err != nil {
		return err
	}
	if err := l.Store.ListingFailed(ctx, stored.ID, tool.Storable(err.Error())); err != nil {
		return err
	}
	l.drop(stored.ID)
	return err
}

// insufficient explains a refusal for want of scope (RFC 6750, section 3.1), and
// returns err where that was not why. A login is granted its scopes when it is
// made, so it takes a new one.
func insufficient(login Connection, g *grant, refused *mcpclient.Refused, err error) error {
	challenge := oauth.ParseChallenge(refused.Challenge)
	if challenge.Error != "insufficient_scope" {
		return err
	}
	missing := without(challenge.Scopes, g.Token.Scopes)
	if len(missing) == 0 {
		missing = challenge.Scopes
	}
	scopes := strings.Join(missing, " ")
	again := fmt.Sprintf("guildsctl connect %s --at %s --scope %s", login.Server, login.Scope, quoted(scopes))
	if login.Status == Connected {
		again = fmt.Sprintf("guildsctl disconnect %s --at %s, then %s", login.Server, login.Scope, again)
	}
	return guild.Errorf(guild.CodeRejected, "%s asks for the scope %s, which the login %s was not granted; it takes a new login that asks for it", login.Server, scopes, login).
		WithHint("%s", again)
}

// quoted makes one word of text for the shell that a hint is pasted into: a server
// chooses the text.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// without returns the words of list that have does not hold.
func without(list, have []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(have, s) })
}

// renew refreshes a login's token unless somebody else has: used is the access
// token that the caller found wanting. It is done once for all who wait, in this
// daemon by a single flight, and across daemons under a lock on the login's row.
func (l *Logins) renew(ctx context.Context, stored Stored, used string) (opened, error) {
	done := l.renewals.DoChan(string(stored.ID), func() (any, error) {
		// A caller who goes away must not lose the token that the server has
		// already rotated.
		now, err := l.Store.Renew(context.WithoutCancel(ctx), stored.ID, func(now Stored) (Renewal, error) {
			return l.refresh(context.WithoutCancel(ctx), now, used)
		})
		if now.Status == Disconnected {
			l.drop(stored.ID)
		}
		return now, err
	})
	select {
	case <-ctx.Done():
		return opened{}, ctx.Err()
	case r := <-done:
		if r.Err != nil {
			return opened{}, r.Err
		}
		return l.open(r.Val.(Stored))
	}
}

// Renewal is what becomes of a login whose row is locked for a refresh. The zero
// Renewal leaves it as it is.
type Renewal struct {
	Sealed     []byte // the new credential
	Disconnect bool   // the server takes its refresh token no longer
	Why        string // with Disconnect: what the operator is told of it
}

// refreshTimeout bounds a request to a token endpoint, which a row's lock waits
// for.
const refreshTimeout = 20 * time.Second

func (l *Logins) refresh(ctx context.Context, now Stored, used string) (Renewal, error) {
	c, err := l.unseal(now)
	if err != nil {
		return Renewal{}, err
	}
	if now.Status == Disconnected {
		return Renewal{}, guild.Errorf(guild.CodeConflict, "the login %s is %s", now, now.Status).
			WithHint("guildsctl connect %s --at %s", now.Server, now.Scope)
	}
	if c.Grant == nil || c.Grant.Token.Access != used {
		return Renewal{}, nil
	}
	if c.Grant.Token.Refresh == "" {
		return l.end(now, nil)
	}
	ctx, cancel := context.WithTimeout(ctx, refreshTimeout)
	defer cancel()
	declared := now.Row.Declared(l.Seeds).OAuth
	c.Grant.Client = l.present(declared, c.Grant.Client)
	token, err := oauth.Refresh(ctx, l.HTTP(now.Row.AllowPrivate), c.Grant.Server, c.Grant.Client, c.Grant.Token)
	over := oauth.InvalidGrant(err)
	if oauth.InvalidClient(err) {
		over, err = l.forgotten(ctx, now.Row, c.Grant.Client, err)
	}
	if over {
		return l.end(now, redacted(err, c.secrets(now.Row, nil)))
	}
	if err != nil {
		err = redacted(err, c.secrets(now.Row, nil))
		l.Log.Warn("refresh failed; the login is kept", "login", now.String(), "error", err)
		return Renewal{}, err
	}
	c.Grant.Token, c.Grant.Since = token, time.Now()
	sealed, err := l.seal(now.ID, c)
	return Renewal{Sealed: sealed}, err
}

// present returns a client with the secret that the environment holds for it now:
// an operator may have replaced it since the login was made.
func (l *Logins) present(declared *connector.OAuth, c oauth.Client) oauth.Client {
	if declared != nil && l.Variable(declared.ClientID) == c.ID {
		c.Secret = l.Variable(declared.ClientSecret)
	}
	return c
}

// end ends a login whose grant is over, and says why.
func (l *Logins) end(now Stored, cause error) (Renewal, error) {
	err := l.ended(now, cause)
	return Renewal{Disconnect: true, Why: tool.Storable(err.Error())}, err
}

// ended is the error of a login whose grant is over.
func (l *Logins) ended(now Stored, cause error) error {
	l.Log.Warn("the login has ended", "login", now.String(), "cause", cause)
	why := "its access token has expired and it has no refresh token"
	if cause != nil {
		why = cause.Error()
	}
	return guild.Errorf(guild.CodeRejected, "the login %s has ended: %s", now, why).
		WithHint("guildsctl connect %s --at %s", now.Server, now.Scope)
}

// RefreshIdle refreshes the logins that have not been for a day, so that one that
// nobody uses does not run out. Failures are logged; those of the grant itself
// disconnect the login as everywhere.
func (l *Logins) RefreshIdle(ctx context.Context) error {
	idle, err := l.Store.IdleLogins(ctx, idleAfter)
	if err != nil {
		return err
	}
	for _, stored := range idle {
		open, err := l.open(stored)
		if err != nil {
			return err
		}
		if g := open.credential.Grant; g == nil || g.Token.Refresh == "" {
			continue
		}
		if _, err := l.renew(ctx, stored, open.credential.Grant.Token.Access); err != nil {
			l.Log.Warn("an idle login was not refreshed", "login", stored.String(), "error", err)
		}
	}
	return ctx.Err()
}

// idleAfter is how old the last refresh of a login may be.
const idleAfter = 24 * time.Hour
