package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

const connectionColumns = `c.id, c.server_id, s.slug, c.scope_id, p.path, c.status, c.account_hint,
    coalesce(c.settings #>> '{folder,id}', ''), c.status = 'pending' and c.credentials is not null, c.revision,
    c.settings -> 'coins', (select count(*) from mcp_tools t where t.connection_id = c.id),
    c.listed_at, c.fresh_until, c.tried_at, c.list_error, c.created_at, c.updated_at,
    (select f.expires_at from oauth_flows f where f.connection_id = c.id and f.expires_at > now())`

const fromConnections = `
from mcp_connections c
join mcp_servers s on s.id = c.server_id
join scope_paths p on p.id = c.scope_id`

// connectionTargets are the destinations of connectionColumns.
func connectionTargets(c *connection.Connection) []any {
	return []any{
		&c.ID, &c.ServerID, &c.Server, &c.ScopeID, &c.Scope, &c.Status, &c.AccountHint,
		&c.FolderID, &c.NeedsFolder, &c.Revision, &c.Coins,
		&c.Tools, &c.ListedAt, &c.FreshUntil, &c.TriedAt, &c.ListError, &c.CreatedAt, &c.UpdatedAt,
		&c.LoginUntil,
	}
}

func scanConnection(row pgx.CollectableRow) (connection.Connection, error) {
	var c connection.Connection
	return c, row.Scan(connectionTargets(&c)...)
}

// ConnectionFilter narrows a listing. Zero fields narrow nothing.
type ConnectionFilter struct {
	VisibleAt guild.ID // owned by this scope or by one above it
	Within    guild.ID // owned by this scope or by one below it
	Server    string   // slug
}

const selectConnections = `
select ` + connectionColumns + fromConnections + `
where (@visible::uuid is null or c.scope_id = any ((select chain from scope_paths where id = @visible)::uuid[]))
  and (@within::uuid is null or @within = any (p.chain))
  and (@server::text is null or s.slug = @server)
order by s.slug, p.level, p.path`

// Connections returns the logins that fit a filter, by server and scope.
func (db *DB) Connections(ctx context.Context, f ConnectionFilter) ([]connection.Connection, error) {
	rows, err := db.pool.Query(ctx, selectConnections, pgx.NamedArgs{
		"visible": orNull(f.VisibleAt), "within": orNull(f.Within), "server": orNull(f.Server),
	})
	if err != nil {
		return nil, explain(err, "connections", nil)
	}
	found, err := pgx.CollectRows(rows, scanConnection)
	return found, explain(err, "connections", nil)
}

const selectConnection = `select ` + connectionColumns + fromConnections + ` where c.id = @id`

const selectLogin = `
select ` + connectionColumns + `, coalesce(c.credentials, ''), c.epoch, c.refreshed, ` + serverColumns + fromConnections + `
where c.id = @id`

// Login returns one login with its sealed credential and its server.
func (db *DB) Login(ctx context.Context, id guild.ID) (connection.Stored, error) {
	rows, err := db.pool.Query(ctx, selectLogin, pgx.NamedArgs{"id": id})
	if err != nil {
		return connection.Stored{}, explain(err, "connection "+string(id), nil)
	}
	s, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (connection.Stored, error) {
		var s connection.Stored
		return s, row.Scan(storedTargets(&s)...)
	})
	return s, explain(err, "connection "+string(id), nil)
}

func storedTargets(s *connection.Stored) []any {
	targets := append(connectionTargets(&s.Connection), &s.Sealed, &s.Epoch, &s.Refreshed)
	return append(targets, serverTargets(&s.Row)...)
}

// A tool's own name is looked for only where no namespaced name fits.
const selectLoginWithTool = `
select ` + connectionColumns + `, coalesce(c.credentials, ''), c.epoch, c.refreshed, ` + serverColumns + `,
    coalesce(t.remote_name, ''), coalesce(t.name, ''), coalesce(t.input_schema, 'null')` + fromConnections + `
left join lateral (
    select remote_name, name, input_schema from mcp_tools
    where connection_id = c.id and (name = @tool or remote_name = @tool)
    order by name = @tool desc limit 1
) t on true
where c.id = @id`

// LoginWithTool is Login with a tool that the login lists, by its namespaced or
// its own name.
func (db *DB) LoginWithTool(ctx context.Context, id guild.ID, tool string) (connection.Stored, connection.Tool, error) {
	var s connection.Stored
	t := connection.Tool{ConnectionID: id}
	targets := append(storedTargets(&s), &t.RemoteName, &t.Name, &t.InputSchema)
	err := db.pool.QueryRow(ctx, selectLoginWithTool, pgx.NamedArgs{"id": id, "tool": tool}).Scan(targets...)
	if err != nil {
		return s, t, explain(err, "connection "+string(id), nil)
	}
	if t.Name == "" {
		return s, t, guild.Errorf(guild.CodeNotFound, "the login %s lists no tool %s", s, tool).
			WithHint("guildsctl tool list --at %s", s.Scope)
	}
	return s, t, nil
}

const deleteConnection = `delete from mcp_connections where id = @id`

// DeleteConnection deletes a login and the bindings that point at it, and
// returns what that is. With dryRun it only returns it.
func (db *DB) DeleteConnection(ctx context.Context, id guild.ID, dryRun bool) (Removal, error) {
	return db.remove(ctx, removalOf{connection: id}, dryRun, "connection "+string(id), deleteConnection, pgx.NamedArgs{"id": id})
}

const markDisconnected = `
update mcp_connections set status = 'disconnected', updated_at = now()
where id = @id and epoch = @epoch and status = 'connected'`

// MarkDisconnected says that the server no longer takes the credential of an
// epoch. A newer credential is left alone.
func (db *DB) MarkDisconnected(ctx context.Context, id guild.ID, epoch int64) error {
	_, err := db.pool.Exec(ctx, markDisconnected, pgx.NamedArgs{"id": id, "epoch": epoch})
	return explain(err, "connection "+string(id), nil)
}

const otherLogins = `
select exists (
    select 1 from mcp_connections c join mcp_servers s on s.id = c.server_id
    where c.id <> @id and s.seeded and s.slug = any (@servers::text[]) and c.credentials is not null and c.status <> 'disconnected')`

// OtherLogins reports whether there is a login for one of the product's servers, by
// slug, beside the one with an id, that holds a credential and is not disconnected.
func (db *DB) OtherLogins(ctx context.Context, id guild.ID, servers []string) (found bool, err error) {
	err = db.pool.QueryRow(ctx, otherLogins, pgx.NamedArgs{"id": id, "servers": servers}).Scan(&found)
	return found, explain(err, "logins", nil)
}
