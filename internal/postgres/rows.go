package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// collect returns all rows of a statement.
func collect[T any](ctx context.Context, q querier, subject string, scan pgx.RowToFunc[T], sql string, args pgx.NamedArgs) ([]T, error) {
	rows, err := q.Query(ctx, sql, args)
	if err != nil {
		return nil, explain(err, subject, nil)
	}
	found, err := pgx.CollectRows(rows, scan)
	return found, explain(err, subject, nil)
}

// one returns the only row of a statement. No row has the code not_found.
func one[T any](ctx context.Context, q querier, subject string, scan pgx.RowToFunc[T], sql string, args pgx.NamedArgs) (T, error) {
	rows, err := q.Query(ctx, sql, args)
	if err != nil {
		var none T
		return none, explain(err, subject, nil)
	}
	found, err := pgx.CollectExactlyOneRow(rows, scan)
	return found, explain(err, subject, nil)
}
