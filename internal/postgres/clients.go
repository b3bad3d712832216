package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
)

const selectClients = `
select key, decode(value, 'base64') from mcp_servers, jsonb_each_text(coalesce(config -> 'clients', '{}')) where id = @id`

// Clients returns the sealed OAuth clients of a server by redirect URI; the
// admin's own has the empty one.
func (db *DB) Clients(ctx context.Context, server guild.ID) (map[string][]byte, error) {
	clients := map[string][]byte{}
	rows, err := db.pool.Query(ctx, selectClients, pgx.NamedArgs{"id": server})
	if err != nil {
		return nil, explain(err, "connector "+string(server), nil)
	}
	var redirectURI string
	var sealed []byte
	_, err = pgx.ForEachRow(rows, []any{&redirectURI, &sealed}, func() error {
		clients[redirectURI] = sealed
		return nil
	})
	return clients, explain(err, "connector "+string(server), nil)
}

const (
	saveClient = `
update mcp_servers set config = jsonb_set(config || jsonb_build_object('clients', coalesce(config -> 'clients', '{}')),
    array['clients', @uri], to_jsonb(replace(encode(@sealed, 'base64'), E'\n', '')))
where id = @id`
	dropClient = `update mcp_servers set config = config #- array['clients', @uri] where id = @id`
)

// SaveClient keeps the sealed client that is registered for a redirect URI.
func (db *DB) SaveClient(ctx context.Context, server guild.ID, redirectURI string, sealed []byte) error {
	_, err := db.pool.Exec(ctx, saveClient, pgx.NamedArgs{"id": server, "uri": redirectURI, "sealed": sealed})
	return explain(err, "connector "+string(server), nil)
}

// DropClient forgets the client of a redirect URI.
func (db *DB) DropClient(ctx context.Context, server guild.ID, redirectURI string) error {
	_, err := db.pool.Exec(ctx, dropClient, pgx.NamedArgs{"id": server, "uri": redirectURI})
	return explain(err, "connector "+string(server), nil)
}
