package connection

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

// revokeTimeout bounds how long a login that goes waits for its vendor.
const revokeTimeout = 5 * time.Second

// Revoke ends a login at its vendor (RFC 7009), where it was made in a browser,
// and returns whether it did, or why not, for the operator; nothing for another
// login. It is called before the login is deleted, which happens whatever comes of
// it.
func (l *Logins) Revoke(ctx context.Context, stored Stored) string {
	if len(stored.Sealed) == 0 {
		return ""
	}
	c, err := l.unseal(stored)
	if err != nil {
		l.Log.Error("a login cannot be revoked", "login", stored.String(), "error", err)
		return "Not revoked at " + stored.Row.Name + ": the credential cannot be opened; end the access there."
	}
	if c.Grant == nil {
		return ""
	}
	shared, err := l.sharesClient(ctx, stored)
	if err != nil || shared {
		l.Log.Info("a login was not revoked, for the sake of others", "login", stored.String(), "error", err)
		return "Not revoked at " + stored.Row.Name + ": another login of this box has the same client, and would end too if it is of the same account. To end the access, remove the app on the account's own page."
	}
	ctx, cancel := context.WithTimeout(ctx, revokeTimeout)
	defer cancel()
	done, err := oauth.Revoke(ctx, l.HTTP(stored.Row.AllowPrivate), c.Grant.Server, c.Grant.Client, c.Grant.Token)
	switch {
	case err != nil && ctx.Err() != nil:
		err = guild.Errorf(guild.CodeUnavailable, "it did not answer in time")
	case err == nil && !done:
		err = guild.Errorf(guild.CodeUnsupported, "it offers no revocation")
	case err == nil:
		return "Revoked at " + stored.Row.Name + "."
	}
	err = redacted(err, c.secrets(stored.Row, nil))
	l.Log.Warn("a login was not revoked", "login", stored.String(), "error", err)
	return "Not revoked at " + stored.Row.Name + ": " + err.Error() + "; its token serves until it expires, so end the access there."
}

// sharesClient reports whether another login was made with the box's client of the
// same service. Google takes a revocation for all that an account has allowed a
// client, so that one of Drive would end the account's login for Gmail.
func (l *Logins) sharesClient(ctx context.Context, stored Stored) (bool, error) {
	declared := stored.Row.Declared(l.Seeds).OAuth
	if declared == nil {
		return false, nil
	}
	var servers []string
	for _, seed := range l.Seeds {
		if seed.OAuth != nil && seed.OAuth.ClientID == declared.ClientID {
			servers = append(servers, seed.Slug)
		}
	}
	return l.Store.OtherLogins(ctx, stored.ID, servers)
}
