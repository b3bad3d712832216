package postgres

import "github.com/jackc/pgx/v5/pgxpool"

// What tests reach that callers do not.
var (
	FindBinaries = findBinaries
	BinaryDirs   = binaryDirs
	Explain      = explain
	MayChange    = mayChange
)

// RememberedReads are the queries whose answers are kept in memory.
var RememberedReads = []string{selectOfferRows, selectLoginWithTool, selectModelKeys}

// SelectOfferRows is the query of OfferRows, for its plan.
const SelectOfferRows = selectOfferRows

// FromPool wraps a pool that a test configured.
func FromPool(pool *pgxpool.Pool) *DB { return &DB{pool: pool} }

type ByConstraint = byConstraint

func (db *DB) Pool() *pgxpool.Pool { return db.pool }

func (b binaries) Dir() string { return b.dir }
