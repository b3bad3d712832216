package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// selectReach decides as the specification says: the agent's own row where it has
// one, otherwise its guild's on a table of the organisation, or write on a table of
// the guild's own.
const selectReach = `
with reach as (
    select c.id as collection, coalesce(own.access, case when c.guild_id is null then via.access else 'write' end) as access
    from collections c
    left join collection_grants own on own.collection_id = c.id and own.scope_id = @agent
    left join collection_grants via on via.collection_id = c.id and via.scope_id = @guild
    where c.organisation_id = @organisation and (c.guild_id is null or c.guild_id = @guild)
      and (@name::text is null or c.name = @name)
)
select ` + collectionFields + `, reach.access` + fromCollections + `
join reach on reach.collection = c.id and reach.access in ('read', 'write')
order by c.name`

// Reach returns the collections that an agent may read or write, by name, or the one
// with a name. One that is not granted is not among them.
func (db *DB) Reach(ctx context.Context, agent guild.Scope, name string) ([]record.Reachable, error) {
	if agent.Level != guild.Agent {
		return nil, guild.Errorf(guild.CodeInvalid, "%s is no agent, and only agents reach collections", agent.Path)
	}
	found, err := reach(ctx, db.pool, agent, name)
	return found, explain(err, "collections", nil)
}

// reach is Reach in the caller's transaction.
func reach(ctx context.Context, q querier, agent guild.Scope, name string) ([]record.Reachable, error) {
	rows, err := q.Query(ctx, selectReach, pgx.NamedArgs{
		"agent": agent.ID, "guild": agent.Chain[guild.Guild], "organisation": agent.Chain[guild.Organisation], "name": orNull(name),
	})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (record.Reachable, error) {
		var r record.Reachable
		into, done := collectionInto(&r.Collection)
		err := row.Scan(append(into, &r.Access)...)
		done()
		return r, err
	})
}

const selectCollectionGrants = `
select p.path, p.id, g.access from collection_grants g join scope_paths p on p.id = g.scope_id
where g.collection_id = @id order by p.path`

// Grants returns who was let into a collection or kept out, by path.
func (db *DB) Grants(ctx context.Context, collection guild.ID) ([]record.Grant, error) {
	rows, err := db.pool.Query(ctx, selectCollectionGrants, pgx.NamedArgs{"id": collection})
	if err != nil {
		return nil, explain(err, "grants", nil)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[record.Grant])
	return found, explain(err, "grants", nil)
}

const putGrant = `
insert into collection_grants (collection_id, scope_id, access) values (@collection, @scope, @access)
on conflict (collection_id, scope_id) do update set access = excluded.access`

// PutGrant makes the row of a guild or an agent.
func (db *DB) PutGrant(ctx context.Context, collection, scope guild.ID, access record.Access) error {
	_, err := db.pool.Exec(ctx, putGrant, pgx.NamedArgs{"collection": collection, "scope": scope, "access": string(access)})
	return explain(err, "grant", nil)
}

const deleteGrant = `delete from collection_grants where collection_id = @collection and scope_id = @scope`

// DeleteGrant takes the row of a guild or an agent away. One that is not there is
// away already.
func (db *DB) DeleteGrant(ctx context.Context, collection, scope guild.ID) error {
	_, err := db.pool.Exec(ctx, deleteGrant, pgx.NamedArgs{"collection": collection, "scope": scope})
	return explain(err, "grant", nil)
}
