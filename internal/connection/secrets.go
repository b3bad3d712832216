package connection

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// Secrets returns what to mask of the credentials of logins, each under the name of
// its server. A login that is gone or has no credential yet adds nothing.
func (l *Logins) Secrets(ctx context.Context, logins ...guild.ID) (*redact.Set, error) {
	var sets []*redact.Set
	for _, id := range logins {
		stored, err := l.Store.Login(ctx, id)
		if guild.CodeOf(err) == guild.CodeNotFound || err == nil && len(stored.Sealed) == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		open, err := l.open(stored)
		if err != nil {
			return nil, err
		}
		sets = append(sets, open.secrets)
	}
	return redact.Union(sets...), nil
}
