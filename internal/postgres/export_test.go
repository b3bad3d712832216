package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/guildsbox/guilds/internal/record"
)

// What tests reach that callers do not.
var (
	FindBinaries = findBinaries
	BinaryDirs   = binaryDirs
	Explain      = explain
	MayChange    = mayChange
)

// RememberedReads are the queries whose answers are kept in memory.
var RememberedReads = []string{selectOfferRows, selectLoginWithTool, selectModelKeys, selectReach}

// SelectOfferRows is the query of OfferRows, for its plan.
const SelectOfferRows = selectOfferRows

// FromPool wraps a pool that a test configured.
func FromPool(pool *pgxpool.Pool) *DB { return &DB{pool: pool} }

type ByConstraint = byConstraint

func (db *DB) Pool() *pgxpool.Pool { return db.pool }

func (b binaries) Dir() string { return b.dir }

// OnlyBitmaps is what comes before a search by index.
const OnlyBitmaps = onlyBitmaps

// ListStatements are the statements of a listing, with their arguments.
func ListStatements(c record.Collection, q record.Query) map[string][]any {
	page, count := tableOf(c).page(q), tableOf(c).count(q)
	return map[string][]any{page.sql: page.args, count.sql: count.args}
}

// SearchStatements are the statements of a search: among the newest changes, and by
// index.
func SearchStatements(c record.Collection, s record.Search) (newest, byIndex string, args []any) {
	n, i := tableOf(c).amongNewest(s), tableOf(c).byIndex(s)
	return n.sql, i.sql, n.args
}

// PurgeStatement is the statement of a purge.
func PurgeStatement(c record.Collection) string { return tableOf(c).purge() }
