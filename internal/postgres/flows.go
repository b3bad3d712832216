package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

// beginLogin makes a pending login. One that is pending or disconnected stays as
// it is; no row comes back while a connected one, or another pending one, is there.
const beginLogin = `
insert into mcp_connections as c (id, server_id, scope_id, status) values (@id, @server, @scope, 'pending')
on conflict (server_id, scope_id) do update set updated_at = now()
    where c.status <> 'connected' and c.id = excluded.id
returning id`

const putFlow = `
insert into oauth_flows (connection_id, state_hash, sealed, expires_at) values (@id, @state, @sealed, @expires)
on conflict (connection_id) do update
    set state_hash = excluded.state_hash, sealed = excluded.sealed, expires_at = excluded.expires_at, taken_at = null, created_at = now()`

func flowArgs(f connection.StoredFlow) pgx.NamedArgs {
	return pgx.NamedArgs{"id": f.Connection, "state": f.StateHash, "sealed": f.Sealed, "expires": f.ExpiresAt}
}

// BeginLogin makes a pending login with its flow, or puts the flow beside one
// that is pending or disconnected, in the place of an earlier one.
func (db *DB) BeginLogin(ctx context.Context, l connection.NewLogin, f connection.StoredFlow) (connection.Connection, error) {
	var made connection.Connection
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		args := pgx.NamedArgs{"id": l.ID, "server": l.ServerID, "scope": l.ScopeID}
		if err := tx.QueryRow(ctx, beginLogin, args).Scan(new(guild.ID)); errors.Is(err, pgx.ErrNoRows) {
			return guild.Errorf(guild.CodeConflict, "another login for this server was begun or connected here meanwhile")
		} else if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, putFlow, flowArgs(f)); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, selectConnection, args)
		if err != nil {
			return err
		}
		made, err = pgx.CollectExactlyOneRow(rows, scanConnection)
		return err
	})
	return made, explain(err, "connection "+string(l.ID), nil)
}

const takeFlow = `
update oauth_flows set taken_at = now() where state_hash = @state and taken_at is null and expires_at > now()
returning connection_id, state_hash, sealed, expires_at`

// TakeFlow returns the flow with a state, once. One that has expired is not found.
// What the flow comes to removes it: SaveLogin, AbandonLogin or PutFlow.
func (db *DB) TakeFlow(ctx context.Context, stateHash []byte) (connection.StoredFlow, error) {
	var f connection.StoredFlow
	err := db.pool.QueryRow(ctx, takeFlow, pgx.NamedArgs{"state": stateHash}).Scan(&f.Connection, &f.StateHash, &f.Sealed, &f.ExpiresAt)
	return f, explain(err, "login on its way", nil)
}

const peekFlow = `
select connection_id, state_hash, sealed, expires_at from oauth_flows where state_hash = @state and taken_at is null and expires_at > now()`

// PeekFlow returns the flow with a state, and leaves it there.
func (db *DB) PeekFlow(ctx context.Context, stateHash []byte) (connection.StoredFlow, error) {
	var f connection.StoredFlow
	err := db.pool.QueryRow(ctx, peekFlow, pgx.NamedArgs{"state": stateHash}).Scan(&f.Connection, &f.StateHash, &f.Sealed, &f.ExpiresAt)
	return f, explain(err, "login on its way", nil)
}

// PutFlow keeps a flow for another callback.
func (db *DB) PutFlow(ctx context.Context, f connection.StoredFlow) error {
	_, err := db.pool.Exec(ctx, putFlow, flowArgs(f))
	return explain(err, "connection "+string(f.Connection), nil)
}

const (
	dropFlow    = `delete from oauth_flows where connection_id = @id`
	dropPending = `delete from mcp_connections where id = @id and status = 'pending'`
)

// AbandonLogin removes a login's flow, and the login where it is pending.
func (db *DB) AbandonLogin(ctx context.Context, id guild.ID) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, dropFlow, pgx.NamedArgs{"id": id}); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, dropPending, pgx.NamedArgs{"id": id})
		return err
	})
	return explain(err, "connection "+string(id), nil)
}

// sweepFlows deletes the flows that have expired, and the pending logins that
// have none and wait for nothing else. One that waits for its folder gets a day
// from its login, or from the last refresh of its token: an operator may have to
// ask somebody which folder it shall be. It is not revoked: at Google, that would
// end the account's other logins too.
const sweepFlows = `
with gone as (delete from oauth_flows where expires_at < now() returning connection_id)
delete from mcp_connections c
where c.status = 'pending' and (c.credentials is null or c.refreshed_at < now() - interval '1 day')
  and (c.id in (select connection_id from gone) or not exists (select 1 from oauth_flows f where f.connection_id = c.id))`

// SweepFlows removes the browser logins that nobody completed, and returns how
// many pending logins went with them.
func (db *DB) SweepFlows(ctx context.Context) (int64, error) {
	tag, err := db.pool.Exec(ctx, sweepFlows)
	return tag.RowsAffected(), explain(err, "logins on their way", nil)
}
