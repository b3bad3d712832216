package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

const serverColumns = `s.id, s.slug, s.name, s.transport, s.url, s.auth, s.header, s.scheme, s.allow_private,
    s.description, s.limitations, s.setup_hint, s.published, s.copy_source, s.seeded, s.updated_at,
    s.config #> array['clients', ''] is not null`

// serverTargets are the destinations of serverColumns.
func serverTargets(s *connector.Server) []any {
	return []any{
		&s.ID, &s.Slug, &s.Name, &s.Transport, &s.URL, &s.Auth, &s.Header.Name, &s.Header.Scheme, &s.AllowPrivate,
		&s.Description, &s.Limitations, &s.SetupHint, &s.Published, &s.CopySource, &s.Seeded, &s.UpdatedAt, &s.OwnClient,
	}
}

const selectServers = `
select ` + serverColumns + `,
    coalesce((select json_agg(json_build_object('Name', t.name, 'Description', t.description, 'Published', t.published, 'CopySource', t.copy_source)
                              order by t.position, t.name)
              from mcp_catalog_tools t where t.server_id = s.id), '[]')
from mcp_servers s
where (@id::uuid is null or s.id = @id)
order by s.slug`

// Servers returns every row of the catalog with its published copy, by slug.
func (db *DB) Servers(ctx context.Context) ([]connector.Server, error) {
	return db.servers(ctx, "", "catalog")
}

// Server returns one row of the catalog. An unknown one has the code not_found.
func (db *DB) Server(ctx context.Context, id guild.ID) (connector.Server, error) {
	found, err := db.servers(ctx, id, "connector "+string(id))
	if err == nil && len(found) == 0 {
		err = explain(pgx.ErrNoRows, "connector "+string(id), nil)
	}
	if err != nil {
		return connector.Server{}, err
	}
	return found[0], nil
}

func (db *DB) servers(ctx context.Context, id guild.ID, subject string) ([]connector.Server, error) {
	rows, err := db.pool.Query(ctx, selectServers, pgx.NamedArgs{"id": orNull(id)})
	if err != nil {
		return nil, explain(err, subject, nil)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (connector.Server, error) {
		var s connector.Server
		return s, row.Scan(append(serverTargets(&s), &s.Tools)...)
	})
	return found, explain(err, subject, nil)
}

// seedServer brings a connector's row to what the product says. Its address and
// form of login follow the product always; the copy only while no admin edited
// it. A row that an admin added under the same slug is left alone.
const seedServer = `
insert into mcp_servers as s (id, slug, name, url, auth, header, scheme, description, limitations, setup_hint, published, copy_source, seeded)
values (@id, @slug, @name, @url, @auth, @header, @scheme, @description, @limitations, @setup_hint, true, 'seed', true)
on conflict (slug) do update set
    url = excluded.url, auth = excluded.auth,
    header = case when s.copy_source = 'seed' then excluded.header else s.header end,
    scheme = case when s.copy_source = 'seed' then excluded.scheme else s.scheme end,
    name = case when s.copy_source = 'seed' then excluded.name else s.name end,
    description = case when s.copy_source = 'seed' then excluded.description else s.description end,
    limitations = case when s.copy_source = 'seed' then excluded.limitations else s.limitations end,
    setup_hint = case when s.copy_source = 'seed' then excluded.setup_hint else s.setup_hint end
where s.seeded`

const seedTool = `
insert into mcp_catalog_tools as t (server_id, name, description, position, copy_source)
select id, @name, @description, @position, 'seed' from mcp_servers where slug = @slug and seeded
on conflict (server_id, name) do update set description = excluded.description, position = excluded.position
where t.copy_source = 'seed'`

// dropUnseededTools removes published tools that a curated list no longer has.
// Lists that come from sessions are not curated and lose nothing here.
const dropUnseededTools = `
delete from mcp_catalog_tools t using mcp_servers s
where s.id = t.server_id and s.slug = @slug and s.seeded and t.copy_source = 'seed'
  and cardinality(@names::text[]) > 0 and t.name <> all (@names::text[])`

// SeedCatalog brings the catalog to what the product says, as one transaction.
func (db *DB) SeedCatalog(ctx context.Context, connectors []connector.Connector) error {
	batch := &pgx.Batch{}
	for _, c := range connectors {
		queueSeed(batch, c)
	}
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
	return explain(err, "catalog", nil)
}

func queueSeed(batch *pgx.Batch, c connector.Connector) {
	batch.Queue(seedServer, seedArgs(c))
	published := c.PublishedTools()
	names := make([]string, len(published))
	for i, t := range published {
		names[i] = t.Name
		batch.Queue(seedTool, pgx.NamedArgs{"slug": c.Slug, "name": t.Name, "description": t.Description, "position": i})
	}
	batch.Queue(dropUnseededTools, pgx.NamedArgs{"slug": c.Slug, "names": names})
}

func seedArgs(c connector.Connector) pgx.NamedArgs {
	return pgx.NamedArgs{
		"id": guild.NewID(), "slug": c.Slug, "name": c.Name, "url": c.URL, "auth": string(c.Auth),
		"header": c.Header.Name, "scheme": c.Header.Scheme,
		"description": c.Description, "limitations": c.Limitations, "setup_hint": c.SetupHint,
	}
}

const insertServer = `
insert into mcp_servers (id, slug, name, url, auth, header, scheme, allow_private, description, limitations, setup_hint, published)
values (@id, @slug, @name, @url, @auth, @header, @scheme, @allow_private, @description, @limitations, @setup_hint, @published)`

// AddServer adds a connector of an admin's. A slug that is taken is a conflict.
func (db *DB) AddServer(ctx context.Context, s connector.Server) error {
	_, err := db.pool.Exec(ctx, insertServer, serverArgs(s))
	return explain(err, "connector "+s.Slug, nil)
}

const updateServer = `
update mcp_servers set
    name = @name, url = @url, header = @header, scheme = @scheme, allow_private = @allow_private,
    description = @description, limitations = @limitations, setup_hint = @setup_hint,
    published = @published, copy_source = 'admin', updated_at = now()
where id = @id and updated_at = @updated_at`

// EditServer writes an admin's edit of a row, which survives reseeds from then on.
// It is a conflict where the row is no longer as it was read, by its UpdatedAt.
func (db *DB) EditServer(ctx context.Context, s connector.Server) error {
	tag, err := db.pool.Exec(ctx, updateServer, serverArgs(s))
	if err == nil && tag.RowsAffected() == 0 {
		return s.Changed()
	}
	return explain(err, "connector "+s.Slug, nil)
}

func serverArgs(s connector.Server) pgx.NamedArgs {
	return pgx.NamedArgs{
		"id": s.ID, "slug": s.Slug, "name": s.Name, "url": s.URL, "auth": string(s.Auth),
		"header": s.Header.Name, "scheme": s.Header.Scheme, "allow_private": s.AllowPrivate,
		"description": s.Description, "limitations": s.Limitations, "setup_hint": s.SetupHint, "published": s.Published,
		"updated_at": s.UpdatedAt,
	}
}

const resetServer = `
update mcp_servers set copy_source = 'seed', published = true, allow_private = false, updated_at = now()
where id = @id and seeded`

const resetTools = `update mcp_catalog_tools set copy_source = 'seed', published = true where server_id = @id`

// ResetServer takes the product's copy of a row and of its tools back.
func (db *DB) ResetServer(ctx context.Context, id guild.ID, c connector.Connector) error {
	batch := &pgx.Batch{}
	batch.Queue(resetServer, pgx.NamedArgs{"id": id})
	batch.Queue(resetTools, pgx.NamedArgs{"id": id})
	queueSeed(batch, c)
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
	return explain(err, "connector "+c.Slug, nil)
}

// deleteServer also takes the overlays of the connector's tools, whose names begin
// with its slug: another connector under that slug begins without them.
const deleteServer = `
with gone as (
    delete from bindings b using mcp_servers s
    where s.id = @id and not s.seeded
      and (b.catalog_kind = 'mcp' and b.catalog_id = s.id::text
        or b.catalog_kind = 'mcp_tool' and split_part(b.catalog_id, '_', 1) = s.slug)
)
delete from mcp_servers where id = @id and not seeded`

// DropServer removes a connector that an admin added, with its logins and their
// bindings, and returns what that is. With dryRun it only returns it.
func (db *DB) DropServer(ctx context.Context, id guild.ID, dryRun bool) (Removal, error) {
	return db.remove(ctx, removalOf{server: id}, dryRun, "connector "+string(id), deleteServer, pgx.NamedArgs{"id": id})
}

// touchServer is made before a row's tools are edited: its updated_at is theirs too.
const touchServer = `update mcp_servers set updated_at = now() where id = @id and updated_at = @updated_at`

const editTool = `
update mcp_catalog_tools set description = coalesce(@description, description), published = coalesce(@published, published), copy_source = 'admin'
where server_id = @id and name = @name`

// EditTool writes an admin's edit of a published tool of a row. An unknown one has
// the code not_found. It is a conflict where the row is no longer as it was read.
func (db *DB) EditTool(ctx context.Context, s connector.Server, name string, description *string, published *bool) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, touchServer, pgx.NamedArgs{"id": s.ID, "updated_at": s.UpdatedAt})
		if err == nil && tag.RowsAffected() == 0 {
			return s.Changed()
		}
		if err == nil {
			tag, err = tx.Exec(ctx, editTool, pgx.NamedArgs{"id": s.ID, "name": name, "description": description, "published": published})
		}
		if err == nil && tag.RowsAffected() == 0 {
			err = pgx.ErrNoRows
		}
		return explain(err, "published tool "+name, nil)
	})
}
