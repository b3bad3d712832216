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

// Planned is a statement with its arguments and the settings that it is planned
// under.
type Planned struct {
	Settings, SQL string
	Args          []any
}

// ListStatements are the statements of a listing.
func ListStatements(c record.Collection, q record.Query) (all []Planned) {
	t := tableOf(c)
	add := func(settings string, s *statement) { all = append(all, Planned{settings, s.sql, s.args}) }
	if q.LooksIntoText() {
		add(onlyBitmaps, t.sorted(q))
		add(onlyBitmaps, t.sortedCount(q))
		add(onlyOrder, t.walked(q))
		return all
	}
	add("", t.page(q))
	if q.Narrowed() { // the count of all is kept, and not counted
		add("", t.count(q))
	}
	return all
}

// SearchStatements are the statements of a search: among the newest changes, and by
// index.
func SearchStatements(c record.Collection, s record.Search) (newest, byIndex string, args []any) {
	n, i := tableOf(c).amongNewest(s, moreLooked), tableOf(c).byIndex(s)
	return n.sql, i.sql, n.args
}

// PurgeStatement is the statement of a purge.
func PurgeStatement(c record.Collection) string { return tableOf(c).purge() }
