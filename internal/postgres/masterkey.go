package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// KeyCheck returns the value by which the master key is checked, or nil where
// nothing was ever sealed.
func (db *DB) KeyCheck(ctx context.Context) (sealed []byte, err error) {
	err = db.pool.QueryRow(ctx, `select sealed from master_key_check`).Scan(&sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return sealed, explain(err, "master key check", nil)
}

// SaveKeyCheck stores the first check value. Of two daemons that start at once
// on an empty database, one stores its own, and both then read that one.
func (db *DB) SaveKeyCheck(ctx context.Context, sealed []byte) error {
	_, err := db.pool.Exec(ctx, `insert into master_key_check (sealed) values (@sealed) on conflict do nothing`, pgx.NamedArgs{"sealed": sealed})
	return explain(err, "master key check", nil)
}

const (
	selectSealed = `select id::text, credentials from mcp_connections where credentials is not null for update`
	updateSealed = `update mcp_connections set credentials = @sealed where id = @id`
)

// Rewrap replaces every sealed value by what rewrap makes of it, and the check
// value by check, as one transaction. identity is what a value was sealed with.
func (db *DB) Rewrap(ctx context.Context, check []byte, rewrap func(sealed []byte, identity string) ([]byte, error)) (n int, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectSealed)
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		var id string
		var sealed []byte
		_, err = pgx.ForEachRow(rows, []any{&id, &sealed}, func() error {
			again, err := rewrap(sealed, "mcp_connections/"+id)
			batch.Queue(updateSealed, pgx.NamedArgs{"id": id, "sealed": again})
			return err
		})
		if err != nil {
			return err
		}
		n = batch.Len()
		batch.Queue(`update master_key_check set sealed = @sealed`, pgx.NamedArgs{"sealed": check})
		return tx.SendBatch(ctx, batch).Close()
	})
	return n, explain(err, "sealed values", nil)
}
