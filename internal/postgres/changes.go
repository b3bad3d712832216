package postgres

import (
	"context"
	"regexp"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// changes counts what may have changed in the database: the statements of this
// daemon as their tracer, those of others as Follow hears of them.
type changes struct {
	count atomic.Uint64
	heard atomic.Bool // others' changes are heard of
}

// Generation grows with each change of what is stored. One that this daemon makes is
// counted before the method that makes it returns; one of another daemon within
// moments after it, and ok is false while they are not heard of. Records of calls
// and the use of tokens do not count.
func (db *DB) Generation() (n uint64, ok bool) {
	// In this order: a change that was missed is counted before ok is true again.
	ok = db.changes.heard.Load()
	return db.changes.count.Load(), ok
}

// hear begins or goes on to hear of others' changes. What they changed before may
// have been missed.
func (c *changes) hear() {
	if !c.heard.Load() {
		c.count.Add(1)
		c.heard.Store(true)
	}
}

type writingKey struct{}

// TraceQueryStart notes whether a statement may write.
func (c *changes) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if mayChange(q.SQL) {
		return context.WithValue(ctx, writingKey{}, true)
	}
	return ctx
}

// TraceQueryEnd counts a statement that may have written, whatever came of it: an
// error does not say that nothing did. In a transaction it is the commit that
// counts, and the statements before it do no harm.
func (c *changes) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if ctx.Value(writingKey{}) != nil {
		c.count.Add(1)
	}
}

// TraceBatchStart is part of pgx.BatchTracer.
func (c *changes) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

// TraceBatchQuery is part of pgx.BatchTracer.
func (c *changes) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd counts every batch: they are for writing.
func (c *changes) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) { c.count.Add(1) }

var (
	readForm  = regexp.MustCompile(`(?i)^\s*(select|with|begin|rollback|savepoint)\b`)
	writeVerb = regexp.MustCompile(`(?i)\b(insert|update|delete|merge|truncate)\b`)
)

// uncounted are statements that come with calls and change nothing that is kept in
// memory of one.
var uncounted = map[string]bool{insertCalls: true, deleteCalls: true, selectTokenByHash: true}

// judged remembers what mayChange found of each statement; there is one of each in
// the source.
var judged sync.Map

// mayChange reports whether a statement may change what counts. Only what is known
// not to is left out.
func mayChange(sql string) bool {
	if known, ok := judged.Load(sql); ok {
		return known.(bool)
	}
	may := !uncounted[sql] && (!readForm.MatchString(sql) || writeVerb.MatchString(sql))
	judged.Store(sql, may)
	return may
}
