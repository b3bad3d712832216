package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
)

// Removal is what a deletion takes with it, in words, each kind sorted.
type Removal struct {
	Scopes        []string
	Connections   []string
	ConnectionIDs []guild.ID
	Bindings      []string
	Tokens        []string
	Repositories  []string
	Notes         []string // and memories
	Schedules     []string
	Collections   []string // with how many records each has
	Groups        []string // guilds' groups, with how many messages each has
	ModelKeys     []string
	Secrets       []string
	Runs          []string // how many each agent has
	Issues        []string // how many each guild has
}

// byKind is where the rows of each kind go.
func (r *Removal) byKind() map[string]*[]string {
	return map[string]*[]string{
		"scope": &r.Scopes, "connection": &r.Connections, "binding": &r.Bindings, "token": &r.Tokens, "repository": &r.Repositories,
		"note": &r.Notes, "schedule": &r.Schedules, "collection": &r.Collections, "group": &r.Groups, "model key": &r.ModelKeys,
		"secret": &r.Secrets, "runs": &r.Runs, "issues": &r.Issues,
	}
}

// removalOf says what is deleted: exactly one field is set.
type removalOf struct {
	scope, server, connection guild.ID
}

// selectRemoval names all that the foreign keys would take, tagged by its kind.
// A binding goes with its scope, with the login that it carries, or with the
// server that it is about.
const selectRemoval = `
with gone_scopes as (
    select id, path from scope_paths where @scope::uuid = any (chain) and level > 0
), gone_connections as (
    select c.id, s.slug || ' at ' || p.path as name
    from mcp_connections c join mcp_servers s on s.id = c.server_id join scope_paths p on p.id = c.scope_id
    where c.id = @connection::uuid or c.server_id = @server::uuid or c.scope_id in (select id from gone_scopes)
), gone_bindings as (
    select coalesce(s.slug, b.catalog_id) || ' ' || case when b.enabled then 'on' else 'off' end || ' at ' || p.path as name
    from bindings b
    join scope_paths p on p.id = b.scope_id
    left join mcp_servers s on b.catalog_kind = 'mcp' and s.id::text = b.catalog_id
    where b.scope_id in (select id from gone_scopes)
       or b.connection_id in (select id from gone_connections)
       or b.catalog_kind = 'mcp' and b.catalog_id = @server::uuid::text
       or b.catalog_kind = 'mcp_tool' and split_part(b.catalog_id, '_', 1) = (select slug from mcp_servers where id = @server::uuid)
)
select 'scope', id::text, path from gone_scopes
union all select 'connection', id::text, name from gone_connections
union all select 'binding', '', name from gone_bindings
union all select 'token', t.id::text, coalesce(nullif(t.label, ''), t.id::text) || ' at ' || p.path
          from api_tokens t join scope_paths p on p.id = t.scope_id
          where t.scope_id in (select id from gone_scopes)
union all select 'repository', r.id::text, r.name || ' at ' || p.path
          from guild_repositories r join scope_paths p on p.id = r.guild_id
          where r.guild_id in (select id from gone_scopes) or r.connection_id in (select id from gone_connections)
union all select 'note', n.id::text, case n.kind when 'note' then n.key else n.kind end || ' at ' || p.path
          from artifacts n join scope_paths p on p.id = n.scope_id
          where n.scope_id in (select id from gone_scopes)
union all select 'schedule', s.id::text, s.description || ' at ' || p.path
          from schedules s join scope_paths p on p.id = s.agent_id
          where s.agent_id in (select id from gone_scopes)
union all select 'collection', c.id::text, c.name || ' at ' || p.path || ' (' ||
              (select coalesce(sum(n.records), 0) from collection_sizes n where n.collection_id = c.id) || ' records)'
          from collections c join scope_paths p on p.id = coalesce(c.guild_id, c.organisation_id)
          where p.id in (select id from gone_scopes)
union all select 'group', g.guild_id::text, p.path || ' (' || count(*) || ' messages)'
          from groups g join scope_paths p on p.id = g.guild_id join group_messages m on m.guild_id = g.guild_id
          where g.guild_id in (select id from gone_scopes)
          group by g.guild_id, p.path
union all select 'model key', k.id::text, k.provider || ' at ' || p.path
          from model_keys k join scope_paths p on p.id = k.scope_id
          where k.scope_id in (select id from gone_scopes)
union all select 'secret', s.id::text, s.name || ' at ' || p.path
          from secrets s join scope_paths p on p.id = s.scope_id
          where s.scope_id in (select id from gone_scopes)
union all select 'runs', '', count(*) || ' of ' || p.path
          from runs r join scope_paths p on p.id = r.agent_id
          where r.agent_id in (select id from gone_scopes) group by p.path
union all select 'issues', '', count(*) || ' of ' || p.path
          from issues i join scope_paths p on p.id = i.guild_id
          where i.guild_id in (select id from gone_scopes) group by p.path
order by 1, 3`

// holdCalls keeps records of calls, which come at any moment and name what is being
// deleted, out of the time between the snapshot and the deletion. It takes no snapshot
// of its own, so it can come first.
const holdCalls = `lock table tool_calls in share row exclusive mode`

// remove runs a deletion and returns what it took, both on one snapshot, so that
// what is said is what went: a row that somebody adds meanwhile fails the
// deletion, which can be tried again. Nothing found has the code not_found.
func (db *DB) remove(ctx context.Context, of removalOf, dryRun bool, subject, statement string, args pgx.NamedArgs) (Removal, error) {
	var r Removal
	err := pgx.BeginTxFunc(ctx, db.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) (err error) {
		if !dryRun {
			if _, err := tx.Exec(ctx, holdCalls); err != nil {
				return err
			}
		}
		if r, err = removal(ctx, tx, of); err != nil || dryRun {
			return err
		}
		tag, err := tx.Exec(ctx, statement, args)
		if err == nil && tag.RowsAffected() == 0 {
			err = pgx.ErrNoRows
		}
		return err
	})
	return r, explain(err, subject, nil)
}

func removal(ctx context.Context, tx pgx.Tx, of removalOf) (Removal, error) {
	var r Removal
	rows, err := tx.Query(ctx, selectRemoval, pgx.NamedArgs{
		"scope": orNull(of.scope), "server": orNull(of.server), "connection": orNull(of.connection),
	})
	if err != nil {
		return r, err
	}
	var kind, id, name string
	into := r.byKind()
	_, err = pgx.ForEachRow(rows, []any{&kind, &id, &name}, func() error {
		*into[kind] = append(*into[kind], name)
		if kind == "connection" {
			r.ConnectionIDs = append(r.ConnectionIDs, guild.ID(id))
		}
		return nil
	})
	return r, err
}
