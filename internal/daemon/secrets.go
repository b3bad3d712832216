package daemon

import (
	"context"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/redact"
)

// secretsOf returns what to mask in whatever an agent's tools print: the credentials
// of the logins that the agent resolves to.
func (d *daemon) secretsOf(logins *connection.Logins) func(ctx context.Context, agent guild.Scope) (*redact.Set, error) {
	return func(ctx context.Context, agent guild.Scope) (*redact.Set, error) {
		rows, err := d.db.OfferRows(ctx, agent.ID, "")
		if err != nil {
			return nil, err
		}
		var ids []guild.ID
		for _, server := range offer.Resolve(rows, logins.Seeds).Servers {
			if server.Login != nil {
				ids = append(ids, server.Login.ID)
			}
		}
		return logins.Secrets(ctx, ids...)
	}
}
