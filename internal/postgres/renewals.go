package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	// The weaker lock lets a tool call on the login be written down meanwhile, whose
	// row points at it.
	lockLogin   = `select 1 from mcp_connections where id = @id for no key update`
	saveRenewal = `
update mcp_connections set credentials = @sealed, refreshed = refreshed + 1, refreshed_at = now(), updated_at = now()
where id = @id`
	endLogin = `update mcp_connections set status = 'disconnected', list_error = @why, updated_at = now() where id = @id`
)

// Renew calls renew with a login whose row is locked, so that one of all daemons
// on this database refreshes it and the others see what came of it. What renew
// returns is stored also where it fails: a refresh token that is spent is.
func (db *DB) Renew(ctx context.Context, id guild.ID, renew func(connection.Stored) (connection.Renewal, error)) (connection.Stored, error) {
	var stored connection.Stored
	var failed error
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) (err error) {
		args := pgx.NamedArgs{"id": id}
		if _, err := tx.Exec(ctx, lockLogin, args); err != nil {
			return err
		}
		if stored, err = readLogin(ctx, tx, id); err != nil {
			return err
		}
		var r connection.Renewal
		r, failed = renew(stored)
		switch {
		case r.Disconnect:
			args["why"] = r.Why
			_, err = tx.Exec(ctx, endLogin, args)
		case r.Sealed != nil:
			args["sealed"] = r.Sealed
			_, err = tx.Exec(ctx, saveRenewal, args)
		default:
			return nil
		}
		if err != nil {
			return err
		}
		stored, err = readLogin(ctx, tx, id)
		return err
	})
	if failed != nil {
		return stored, failed
	}
	return stored, explain(err, "connection "+string(id), nil)
}

func readLogin(ctx context.Context, tx pgx.Tx, id guild.ID) (connection.Stored, error) {
	var s connection.Stored
	return s, tx.QueryRow(ctx, selectLogin, pgx.NamedArgs{"id": id}).Scan(storedTargets(&s)...)
}

const selectIdle = `
select ` + connectionColumns + `, coalesce(c.credentials, ''), c.epoch, c.refreshed, ` + serverColumns + fromConnections + `
where c.status = 'connected' and s.auth = 'oauth' and c.refreshed_at < now() - @age::interval
order by c.refreshed_at`

// IdleLogins returns the connected browser logins whose last refresh is older
// than age, the oldest first.
func (db *DB) IdleLogins(ctx context.Context, age time.Duration) ([]connection.Stored, error) {
	rows, err := db.pool.Query(ctx, selectIdle, pgx.NamedArgs{"age": age})
	if err != nil {
		return nil, explain(err, "idle logins", nil)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (connection.Stored, error) {
		var s connection.Stored
		return s, row.Scan(storedTargets(&s)...)
	})
	return found, explain(err, "idle logins", nil)
}
