package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
)

// BindingRow is a binding as it is stored.
type BindingRow struct {
	binding.Row
	ID        guild.ID
	ScopeID   guild.ID
	Scope     string // path
	Name      string // a server's slug, else the catalog id
	UpdatedAt time.Time
}

const selectBindings = `
select b.id, b.scope_id, p.path, p.level, b.catalog_kind, b.catalog_id, coalesce(s.slug, b.catalog_id),
       b.enabled, coalesce(b.connection_id::text, ''), b.updated_at
from bindings b
join scope_paths p on p.id = b.scope_id
left join mcp_servers s on b.catalog_kind = 'mcp' and s.id::text = b.catalog_id
where (@scope::uuid is null or b.scope_id = @scope)
  and (@within::uuid is null or @within = any (p.chain))
order by p.level > 0, p.path, b.catalog_kind, 7`

// Bindings returns those at exactly a scope, or within another, by scope, kind
// and name. An empty id narrows nothing.
func (db *DB) Bindings(ctx context.Context, at, within guild.ID) ([]BindingRow, error) {
	rows, err := db.pool.Query(ctx, selectBindings, pgx.NamedArgs{"scope": orNull(at), "within": orNull(within)})
	if err != nil {
		return nil, explain(err, "bindings", nil)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (BindingRow, error) {
		var b BindingRow
		return b, row.Scan(&b.ID, &b.ScopeID, &b.Scope, &b.Level, &b.Kind, &b.CatalogID, &b.Name, &b.Enabled, &b.Connection, &b.UpdatedAt)
	})
	return found, explain(err, "bindings", nil)
}

// A row that carries a login keeps it when the new one names none, so that Off
// and then On again at the owner is not a loss. Where there is no row yet, the
// scope's own login is the one that is meant.
const putBinding = `
insert into bindings as b (id, scope_id, catalog_kind, catalog_id, enabled, connection_id)
values (@id, @scope, @kind, @item, @enabled, coalesce(@connection::uuid,
    (select c.id from mcp_connections c where @kind = 'mcp' and c.scope_id = @scope and c.server_id::text = @item)))
on conflict (scope_id, catalog_kind, catalog_id) do update
    set enabled = excluded.enabled, updated_at = now(),
        connection_id = coalesce(@connection::uuid, b.connection_id, excluded.connection_id)`

// PutBinding makes the binding of one item at one scope what row says.
func (db *DB) PutBinding(ctx context.Context, scope guild.ID, row binding.Row) error {
	_, err := db.pool.Exec(ctx, putBinding, pgx.NamedArgs{
		"id": guild.NewID(), "scope": scope, "kind": string(row.Kind), "item": row.CatalogID,
		"enabled": row.Enabled, "connection": orNull(row.Connection),
	})
	return explain(err, "binding", nil)
}

const deleteBinding = `delete from bindings where scope_id = @scope and catalog_kind = @kind and catalog_id = @item`

// DeleteBinding removes a binding. One that is not there is removed already.
func (db *DB) DeleteBinding(ctx context.Context, scope guild.ID, kind binding.Kind, item string) error {
	_, err := db.pool.Exec(ctx, deleteBinding, pgx.NamedArgs{"scope": scope, "kind": string(kind), "item": item})
	return explain(err, "binding", nil)
}

const (
	seedBinding = `
insert into bindings (id, scope_id, catalog_kind, catalog_id, enabled)
select @id, p.id, @kind, @item, @enabled
from scopes p
where p.id = @platform and not @seed = any (p.seeded)
on conflict (scope_id, catalog_kind, catalog_id) do nothing`
	rememberSeeds = `
update scopes set seeded = array(select distinct unnest(seeded || @seeds::text[]))
where id = @platform and not seeded @> @seeds::text[]`
)

// SeedBindings writes each of the platform's bindings once, as one transaction. What
// an admin made of one stands, and so does that it was removed.
func (db *DB) SeedBindings(ctx context.Context, rows []binding.Row) error {
	batch := &pgx.Batch{}
	seeds := make([]string, len(rows))
	for i, r := range rows {
		seeds[i] = string(r.Kind) + " " + r.CatalogID
		batch.Queue(seedBinding, pgx.NamedArgs{
			"id": guild.NewID(), "platform": guild.PlatformID, "kind": string(r.Kind), "item": r.CatalogID, "enabled": r.Enabled, "seed": seeds[i],
		})
	}
	batch.Queue(rememberSeeds, pgx.NamedArgs{"platform": guild.PlatformID, "seeds": seeds})
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
	return explain(err, "platform bindings", nil)
}

// A tool counts as listed for a scope when a login that the scope can see, or
// one that lies below it, lists it.
const toolListed = `
select exists (
    select 1 from mcp_tools t
    join mcp_connections c on c.id = t.connection_id
    join scope_paths p on p.id = c.scope_id
    where t.name = @name and (@scope::uuid = any (p.chain) or c.scope_id = any ((select chain from scope_paths where id = @scope)::uuid[])))`

// ToolListed reports whether a login at, above or below a scope lists a
// namespaced tool.
func (db *DB) ToolListed(ctx context.Context, scope guild.ID, name string) (listed bool, err error) {
	err = db.pool.QueryRow(ctx, toolListed, pgx.NamedArgs{"scope": scope, "name": name}).Scan(&listed)
	return listed, explain(err, "tool "+name, nil)
}
