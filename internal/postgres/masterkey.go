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

// sealedColumns are the places in which sealed values stand: how to read them,
// each with the identity that it was sealed with and the key of its row, and how
// to write one back.
var sealedColumns = []struct{ read, write string }{
	{
		`select id::text, 'mcp_connections/' || id, credentials from mcp_connections where credentials is not null for update`,
		`update mcp_connections set credentials = @sealed where id = @key::uuid`,
	},
	{
		`select connection_id::text, 'oauth_flows/' || connection_id, sealed from oauth_flows for update`,
		`update oauth_flows set sealed = @sealed where connection_id = @key::uuid`,
	},
	{
		`select id::text, 'secrets/' || id, sealed from secrets for update`,
		`update secrets set sealed = @sealed where id = @key::uuid`,
	},
	{
		`select s.id || ' ' || c.key, 'mcp_servers/' || s.id, decode(c.value, 'base64')
		 from mcp_servers s, jsonb_each_text(coalesce(s.config -> 'clients', '{}')) c`,
		`update mcp_servers set config = jsonb_set(config, array['clients', split_part(@key, ' ', 2)], to_jsonb(replace(encode(@sealed, 'base64'), E'\n', '')))
		 where id = split_part(@key, ' ', 1)::uuid`,
	},
	{
		`select id::text, 'model_keys/' || id, sealed from model_keys for update`,
		`update model_keys set sealed = @sealed where id = @key::uuid`,
	},
}

// Rewrap replaces every sealed value by what rewrap makes of it, and the check
// value by check, as one transaction. identity is what a value was sealed with.
func (db *DB) Rewrap(ctx context.Context, check []byte, rewrap func(sealed []byte, identity string) ([]byte, error)) (n int, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		for _, column := range sealedColumns {
			if err := queueRewrap(ctx, tx, batch, column.read, column.write, rewrap); err != nil {
				return err
			}
		}
		n = batch.Len()
		batch.Queue(`update master_key_check set sealed = @sealed`, pgx.NamedArgs{"sealed": check})
		return tx.SendBatch(ctx, batch).Close()
	})
	return n, explain(err, "sealed values", nil)
}

func queueRewrap(ctx context.Context, tx pgx.Tx, batch *pgx.Batch, read, write string, rewrap func([]byte, string) ([]byte, error)) error {
	rows, err := tx.Query(ctx, read)
	if err != nil {
		return err
	}
	var key, identity string
	var sealed []byte
	_, err = pgx.ForEachRow(rows, []any{&key, &identity, &sealed}, func() error {
		again, err := rewrap(sealed, identity)
		batch.Queue(write, pgx.NamedArgs{"key": key, "sealed": again})
		return err
	})
	return err
}
