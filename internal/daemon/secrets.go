package daemon

import (
	"context"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/secret"
)

// masked returns all that is masked in what an agent comes to print: its stored
// secrets, the credentials of the logins that it resolves to, its organisation's own
// keys for models, and the secrets of the box's own configuration.
func (d *daemon) masked(logins *connection.Logins) *secret.Redaction {
	box := boxSecrets(d.config)
	return secret.NewRedaction(d.db.Generation,
		d.vault.Source,
		d.credentials(logins),
		d.modelKeys,
		func(context.Context, guild.Scope) (*redact.Set, error) { return box, nil },
	)
}

// modelKeys are the own keys of an agent's organisation for providers of models.
func (d *daemon) modelKeys(ctx context.Context, agent guild.Scope) (*redact.Set, error) {
	own, err := d.models.keys.Secrets(ctx, agent.Chain[guild.Organisation])
	return redact.New(own...), err
}

// credentials are those of the logins that an agent resolves to, used or not.
func (d *daemon) credentials(logins *connection.Logins) secret.Source {
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
