package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// queryUnder reads rows under settings of the planner that hold for the one statement.
// Both go to the server at once, as the one transaction that PostgreSQL makes of what
// comes before a sync, so it takes no more round trips than the statement alone.
func queryUnder[T any](ctx context.Context, db *DB, settings string, s *statement, read pgx.RowToFunc[T]) ([]T, error) {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	var args pgx.ExtendedQueryBuilder
	if err := args.Build(conn.Conn().TypeMap(), nil, s.args); err != nil {
		return nil, err
	}
	batch := &pgconn.Batch{}
	batch.ExecParams(settings, nil, nil, nil, nil)
	batch.ExecParams(s.sql, args.ParamValues, nil, args.ParamFormats, args.ResultFormats)
	results := conn.Conn().PgConn().ExecBatch(ctx, batch)
	var found []T
	if results.NextResult() {
		_, err = results.ResultReader().Close()
	}
	if err == nil && results.NextResult() {
		found, err = pgx.CollectRows(pgx.RowsFromResultReader(conn.Conn().TypeMap(), results.ResultReader()), read)
	}
	if closed := results.Close(); err == nil {
		err = closed
	}
	return found, err
}
