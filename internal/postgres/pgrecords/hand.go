package pgrecords

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/guildsbox/guilds/internal/record"
)

// Hand asks a collection that Fill filled in SQL as a person writes it.
type Hand struct {
	pool  *pgxpool.Pool
	table string
}

// Open returns the hand for a collection in the database at url.
func Open(ctx context.Context, url string, c record.Collection) (*Hand, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "set pg_trgm.word_similarity_threshold = 0.5")
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	return &Hand{pool: pool, table: "records." + table(c)}, err
}

// Close ends its connections.
func (h *Hand) Close() { h.pool.Close() }

// A query by hand. Its arguments are marked $1, $2, and its table %s.
const fields = `id, created_at, updated_at, c1, c2, c3, c4::text as digits, c5, c6`

// The queries that are compared.
const (
	Similar = `select ` + fields + `, count(*) over () as total from %s
where deleted_at is null and (c2 ilike '%%' || $1 || '%%' or c2 %%> $1)
order by created_at desc, id desc limit 20`
	Range = `select ` + fields + ` from %s
where deleted_at is null and c4 >= $1::numeric and c4 <= $2::numeric order by created_at desc, id desc limit 20`
	Exact = `select ` + fields + ` from %s
where deleted_at is null and c3 = $1 and c5 >= $2::timestamptz and c5 <= $3::timestamptz order by c5, id limit 20`
	Ordered = `select ` + fields + ` from %s where deleted_at is null order by c4 desc nulls last, id desc limit 20`
	Words   = `select ` + fields + `, ts_rank(words, websearch_to_tsquery('simple', $1)) as rank from %s
where deleted_at is null and words @@ websearch_to_tsquery('simple', $1)
order by rank desc, updated_at desc, id desc limit 20`
	Part = `select ` + fields + `, (words @@ plainto_tsquery('simple', $1))::int as rank from %s
where deleted_at is null and search ilike '%%' || $1 || '%%'
order by rank desc, updated_at desc, id desc limit 20`
)

// Query runs one of the queries and reads every value, and returns how many rows
// came.
func (h *Hand) Query(ctx context.Context, query string, args ...any) (rows int, err error) {
	found, err := h.pool.Query(ctx, fmt.Sprintf(query, h.table), append([]any{pgx.QueryExecModeExec}, args...)...)
	if err != nil {
		return 0, err
	}
	defer found.Close()
	for found.Next() {
		if _, err := found.Values(); err != nil {
			return rows, err
		}
		rows++
	}
	return rows, found.Err()
}

// Count runs a query as it counts all that it is about.
func (h *Hand) Count(ctx context.Context, query string, args ...any) (n int, err error) {
	_, where, _ := strings.Cut(query, "from %s")
	where, _, _ = strings.Cut(where, "order by")
	err = h.pool.QueryRow(ctx, fmt.Sprintf("select count(*) from %s "+where, h.table), append([]any{pgx.QueryExecModeExec}, args...)...).Scan(&n)
	return n, err
}
