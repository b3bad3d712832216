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

type (
	writingKey struct{}
	apartKey   struct{}
)

// apart marks a context under which nothing counts. Statements that are built for one
// table are run so: there is no end of them, and none is to be remembered.
func apart(ctx context.Context) context.Context { return context.WithValue(ctx, apartKey{}, true) }

// dirtyKey is where a connection notes that its transaction has written what counts.
const dirtyKey = "guilds: its transaction counts"

// TraceQueryStart notes whether a statement may write what counts.
func (c *changes) TraceQueryStart(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	switch {
	case ctx.Value(apartKey{}) != nil:
		return ctx
	case mayChange(q.SQL):
		conn.PgConn().CustomData()[dirtyKey] = true
	case !commits.MatchString(q.SQL) || conn.PgConn().CustomData()[dirtyKey] == nil:
		return ctx
	}
	return context.WithValue(ctx, writingKey{}, true)
}

// TraceQueryEnd counts a statement that may have written, whatever came of it: an
// error does not say that nothing did. In a transaction it is the commit that
// counts, and the statements before it do no harm.
func (c *changes) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, _ pgx.TraceQueryEndData) {
	if ctx.Value(writingKey{}) == nil {
		return
	}
	c.count.Add(1)
	if conn.PgConn().TxStatus() == idle {
		delete(conn.PgConn().CustomData(), dirtyKey)
	}
}

// idle is the status of a connection outside a transaction.
const idle = 'I'

// TraceBatchStart is part of pgx.BatchTracer.
func (c *changes) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

// TraceBatchQuery is part of pgx.BatchTracer.
func (c *changes) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd counts every batch: they are for writing.
func (c *changes) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) {
	if ctx.Value(apartKey{}) == nil {
		c.count.Add(1)
	}
}

var (
	readForm  = regexp.MustCompile(`(?i)^\s*(select|with|begin|rollback|savepoint|listen)\b`)
	rowForm   = regexp.MustCompile(`(?i)^\s*(--.*\n\s*)*(select|with|insert|update|delete)\b`)
	commits   = regexp.MustCompile(`(?i)^\s*commit\b`)
	writeVerb = regexp.MustCompile(`(?i)\b(insert|update|delete|merge|truncate)\b`)

	// remembered are the tables whose changes count: those of which reads are kept in
	// memory, and by which other daemons are told (migration 0008 and later).
	remembered = regexp.MustCompile(`\b(scopes|mcp_servers|mcp_connections|mcp_tools|bindings|oauth_flows|secrets|model_keys|collections|collection_grants)\b`)
)

// lockForm is what is no writing: a row is locked.
var lockForm = regexp.MustCompile(`(?i)\bfor (no key )?update\b`)

// uncounted are statements that come with calls and runs and change nothing that is
// kept in memory, though they name one of its tables.
var uncounted = map[string]bool{insertCalls: true, deleteCalls: true, selectTokenByHash: true, insertRun: true, nextGroupSeq: true}

// judged remembers what mayChange found of each statement; there is one of each in
// the source.
var judged sync.Map

// mayChange reports whether a statement may change what counts. Only what is known
// not to is left out: reading, and writing rows of tables that nobody remembers. What
// no form is known of counts.
func mayChange(sql string) bool {
	if known, ok := judged.Load(sql); ok {
		return known.(bool)
	}
	may := !uncounted[sql] && !commits.MatchString(sql) && !onlyReads(sql) && !(rowForm.MatchString(sql) && !remembered.MatchString(sql))
	judged.Store(sql, may)
	return may
}

func onlyReads(sql string) bool {
	return readForm.MatchString(sql) && !writeVerb.MatchString(lockForm.ReplaceAllString(sql, ""))
}
