package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
)

// selectOfferRows fetches all that a scope's offer is made from in one round
// trip and one snapshot: five kinds of row under one list of columns, told apart
// by the first. @tool narrows the tools to one name; null takes all.
const selectOfferRows = `
with me as (select id, level, path, chain from scope_paths where id = @scope),
seen as (
    select c.id, c.server_id, s.slug, c.scope_id, p.path, c.status, c.account_hint, c.revision,
           c.listed_at, c.fresh_until, c.tried_at, c.list_error, c.created_at, c.updated_at
    from mcp_connections c
    join mcp_servers s on s.id = c.server_id
    join scope_paths p on p.id = c.scope_id
    where c.scope_id = any ((select chain from me)::uuid[])
)
select 'scope' as kind, id::text as id, '' as a, path as b, '' as c, '' as d, level::int as n, false as flag, chain::text[] as list,
       null::timestamptz as t1, null::timestamptz as t2, null::timestamptz as t3
from me
union all
select 'server', id::text, slug, name, auth, url, 0, published, array[seeded::text, (config #> array['clients', ''] is not null)::text], updated_at, null, null
from mcp_servers
union all
select 'login', id::text, server_id::text, slug, scope_id::text, status, 0, false,
       array[path, account_hint, revision, list_error], listed_at, fresh_until, tried_at
from seen
union all
select 'binding', '', catalog_kind, catalog_id, coalesce(connection_id::text, ''), '', p.level, enabled, null, null, null, null
from bindings b join scopes p on p.id = b.scope_id
where b.scope_id = any ((select chain from me)::uuid[])
union all
select 'tool', connection_id::text, remote_name, name, title, description, 0, false, null, null, null, null
from mcp_tools
where connection_id in (select id from seen) and (@tool::text is null or name = @tool)`

type offerRow struct {
	kind, id, a, b, c, d string
	n                    int
	flag                 bool
	list                 []string
	times                [3]*time.Time
}

// OfferRows returns the rows from which a scope's offer is made; tool, where it
// is not empty, narrows the tools to one namespaced name. An unknown scope has
// the code not_found.
func (db *DB) OfferRows(ctx context.Context, scope guild.ID, tool string) (offer.Rows, error) {
	out, err := offerRows(ctx, db.pool, scope, tool)
	return out, explain(err, "scope "+string(scope), nil)
}

func offerRows(ctx context.Context, q querier, scope guild.ID, tool string) (offer.Rows, error) {
	var out offer.Rows
	rows, err := q.Query(ctx, selectOfferRows, pgx.NamedArgs{"scope": scope, "tool": orNull(tool)})
	if err != nil {
		return out, err
	}
	var r offerRow
	targets := []any{&r.kind, &r.id, &r.a, &r.b, &r.c, &r.d, &r.n, &r.flag, &r.list, &r.times[0], &r.times[1], &r.times[2]}
	_, err = pgx.ForEachRow(rows, targets, func() error {
		offerKinds[r.kind](&out, r)
		return nil
	})
	if err == nil && out.Scope.ID == "" {
		err = pgx.ErrNoRows
	}
	return out, err
}

// offerKinds says how a row of each kind is read.
var offerKinds = map[string]func(*offer.Rows, offerRow){
	"scope": func(out *offer.Rows, r offerRow) {
		out.Scope = guild.Scope{ID: guild.ID(r.id), Level: guild.Level(r.n), Path: r.b}
		for _, id := range r.list {
			out.Scope.Chain = append(out.Scope.Chain, guild.ID(id))
		}
	},
	"server": func(out *offer.Rows, r offerRow) {
		out.Servers = append(out.Servers, connector.Server{
			ID: guild.ID(r.id), Slug: r.a, Name: r.b, Auth: connector.Auth(r.c), URL: r.d,
			Published: r.flag, Seeded: r.list[0] == "true", OwnClient: r.list[1] == "true", UpdatedAt: *r.times[0],
		})
	},
	"login": func(out *offer.Rows, r offerRow) {
		out.Connections = append(out.Connections, connection.Connection{
			ID: guild.ID(r.id), ServerID: guild.ID(r.a), Server: r.b, ScopeID: guild.ID(r.c), Status: connection.Status(r.d),
			Scope: r.list[0], AccountHint: r.list[1], Revision: r.list[2], ListError: r.list[3],
			ListedAt: r.times[0], FreshUntil: r.times[1], TriedAt: r.times[2],
		})
	},
	"binding": func(out *offer.Rows, r offerRow) {
		out.Bindings = append(out.Bindings, binding.Row{
			Level: guild.Level(r.n), Kind: binding.Kind(r.a), CatalogID: r.b, Connection: guild.ID(r.c), Enabled: r.flag,
		})
	},
	"tool": func(out *offer.Rows, r offerRow) {
		out.Tools = append(out.Tools, connection.Tool{
			ConnectionID: guild.ID(r.id), RemoteName: r.a, Name: r.b, Title: r.c, Description: r.d,
		})
	},
}
