package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

// saveLogin makes a login, or renews one that is not connected. No row comes back
// while a connected one exists. A pending one has its credential and waits for
// the operator to choose.
const saveLogin = `
insert into mcp_connections as c (id, server_id, scope_id, status, credentials, account_hint, settings, refreshed_at)
values (@id, @server, @scope, @status, @sealed, @hint, jsonb_strip_nulls(jsonb_build_object('coins', @coins::jsonb)), now())
on conflict (server_id, scope_id) do update
    set status = excluded.status, credentials = excluded.credentials, account_hint = excluded.account_hint,
        settings = c.settings || excluded.settings,
        epoch = c.epoch + 1, refreshed_at = now(), list_error = '', updated_at = now()
    where c.status <> 'connected' and c.id = excluded.id
returning id`

const bindLogin = `
insert into bindings (id, scope_id, catalog_kind, catalog_id, enabled, connection_id)
values (@binding, @scope, 'mcp', @server::uuid::text, true, @id)
on conflict (scope_id, catalog_kind, catalog_id) do update
    set enabled = true, connection_id = excluded.connection_id, updated_at = now()`

// SaveLogin makes or renews a login as connected, with its tools, its enabled
// binding and its overlays, as one transaction.
func (db *DB) SaveLogin(ctx context.Context, l connection.NewLogin) (connection.Connection, error) {
	var saved connection.Connection
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		args := pgx.NamedArgs{"id": l.ID, "server": l.ServerID, "scope": l.ScopeID, "sealed": l.Sealed, "binding": guild.NewID(),
			"hint": l.AccountHint, "status": string(l.Status()), "coins": l.Coins}
		if err := tx.QueryRow(ctx, saveLogin, args).Scan(new(guild.ID)); err == pgx.ErrNoRows {
			return guild.Errorf(guild.CodeConflict, "another login for this server was connected here meanwhile")
		} else if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, dropFlow, args); err != nil {
			return err
		}
		if !l.Pending {
			if _, err := tx.Exec(ctx, bindLogin, args); err != nil {
				return err
			}
		}
		if err := saveListing(ctx, tx, l.ID, l.Listing); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, selectConnection, args)
		if err != nil {
			return err
		}
		saved, err = pgx.CollectExactlyOneRow(rows, scanConnection)
		return err
	})
	return saved, explain(err, "connection "+string(l.ID), nil)
}

// SaveListing replaces what a login lists, as one transaction.
func (db *DB) SaveListing(ctx context.Context, id guild.ID, l connection.Listing) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return saveListing(ctx, tx, id, l) })
	return explain(err, "connection "+string(id), nil)
}

// overlayOff writes a tool Off at the login's owner on first sight: a tool that
// the login listed before, or that has an overlay there, is left as it is.
const overlayOff = `
insert into bindings (id, scope_id, catalog_kind, catalog_id, enabled)
select @binding, c.scope_id, 'mcp_tool', @name, false from mcp_connections c
where c.id = @id and not exists (select 1 from mcp_tools t where t.connection_id = c.id and t.name = @name)
on conflict (scope_id, catalog_kind, catalog_id) do nothing`

// keepOverlays carries the overlays of a tool over to the name that it has now: a
// tool that comes to share its name with another gets a new one, and what was
// switched off must not come on by that.
const keepOverlays = `
insert into bindings (id, scope_id, catalog_kind, catalog_id, enabled)
select gen_random_uuid(), b.scope_id, b.catalog_kind, @name, b.enabled
from mcp_tools t join bindings b on b.catalog_kind = 'mcp_tool' and b.catalog_id = t.name
where t.connection_id = @id and t.remote_name = @remote and t.name <> @name
on conflict (scope_id, catalog_kind, catalog_id) do nothing`

const dropTools = `delete from mcp_tools where connection_id = @id`

const insertTool = `
insert into mcp_tools (connection_id, remote_name, name, title, description, input_schema, annotations, position)
values (@id, @remote, @name, @title, @description, @schema, @annotations, @position)`

// publishTool puts a remote server's tool into the published copy. What an admin
// wrote there stands.
const publishTool = `
insert into mcp_catalog_tools as t (server_id, name, description, position)
select server_id, @remote, @description, @position from mcp_connections where id = @id
on conflict (server_id, name) do update set description = excluded.description, position = excluded.position
where t.copy_source = 'seed'`

const markListed = `
update mcp_connections set listed_at = now(), tried_at = now(), fresh_until = now() + @fresh::interval,
    list_error = '', revision = @revision, updated_at = now()
where id = @id`

func saveListing(ctx context.Context, tx pgx.Tx, id guild.ID, l connection.Listing) error {
	batch := &pgx.Batch{}
	// The first statement locks the login, so that two listings of it, of two
	// daemons on one database, take turns.
	batch.Queue(markListed, pgx.NamedArgs{"id": id, "fresh": l.FreshFor, "revision": l.Revision})
	for _, name := range l.DefaultOff {
		batch.Queue(overlayOff, pgx.NamedArgs{"binding": guild.NewID(), "id": id, "name": name})
	}
	for _, t := range l.Tools {
		batch.Queue(keepOverlays, pgx.NamedArgs{"id": id, "remote": t.RemoteName, "name": t.Name})
	}
	batch.Queue(dropTools, pgx.NamedArgs{"id": id})
	var publish []pgx.NamedArgs
	for i, t := range l.Tools {
		args := pgx.NamedArgs{
			"id": id, "remote": t.RemoteName, "name": t.Name, "title": t.Title, "description": t.Description,
			"schema": t.InputSchema, "annotations": nullJSON(t.Annotations), "position": i,
		}
		batch.Queue(insertTool, args)
		publish = append(publish, args)
	}
	// Logins of one server share its published copy: in one order of rows, two
	// listings at once cannot wait for each other.
	slices.SortFunc(publish, func(a, b pgx.NamedArgs) int { return strings.Compare(a["remote"].(string), b["remote"].(string)) })
	for _, args := range publish {
		batch.Queue(publishTool, args)
	}
	return tx.SendBatch(ctx, batch).Close()
}

// nullJSON makes SQL's null of a message that is not there; JSON's own null stays.
func nullJSON(raw []byte) any {
	if len(raw) == 0 {
		return nil
	}
	return raw
}

const listingFailed = `
update mcp_connections set tried_at = now(), list_error = @why, updated_at = now() where id = @id`

// ListingFailed keeps what a login lists and notes why a listing failed.
func (db *DB) ListingFailed(ctx context.Context, id guild.ID, why string) error {
	_, err := db.pool.Exec(ctx, listingFailed, pgx.NamedArgs{"id": id, "why": why})
	return explain(err, "connection "+string(id), nil)
}

const markStale = `update mcp_connections set fresh_until = null where id = @id`

// MarkStale ends the time for which a login's stored listing serves.
func (db *DB) MarkStale(ctx context.Context, id guild.ID) error {
	_, err := db.pool.Exec(ctx, markStale, pgx.NamedArgs{"id": id})
	return explain(err, "connection "+string(id), nil)
}

const selectTool = `
select remote_name, name, title, description, input_schema, annotations
from mcp_tools where connection_id = @id and name = @name`

// Tool returns one listed tool with its schema.
func (db *DB) Tool(ctx context.Context, id guild.ID, name string) (connection.Tool, error) {
	t := connection.Tool{ConnectionID: id}
	err := db.pool.QueryRow(ctx, selectTool, pgx.NamedArgs{"id": id, "name": name}).
		Scan(&t.RemoteName, &t.Name, &t.Title, &t.Description, &t.InputSchema, &t.Annotations)
	return t, explain(err, "tool "+name, nil)
}

const selectTools = `
select connection_id, remote_name, name, title, description from mcp_tools where connection_id = @id order by name`

// Tools returns what a login lists, without schemas, by name.
func (db *DB) Tools(ctx context.Context, id guild.ID) ([]connection.Tool, error) {
	rows, err := db.pool.Query(ctx, selectTools, pgx.NamedArgs{"id": id})
	if err != nil {
		return nil, explain(err, "tools", nil)
	}
	tools, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (connection.Tool, error) {
		var t connection.Tool
		return t, row.Scan(&t.ConnectionID, &t.RemoteName, &t.Name, &t.Title, &t.Description)
	})
	return tools, explain(err, "tools", nil)
}
