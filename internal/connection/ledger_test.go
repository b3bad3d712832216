package connection_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/journal"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// ledger is a ledger with all that belongs to it.
type ledger struct {
	*connection.Ledger
	db      *postgres.DB
	journal *journal.Journal
	log     *logBuffer
}

func newLedger(t testing.TB, limit int64) ledger {
	t.Helper()
	j, err := journal.Open(t.TempDir(), limit)
	if err != nil {
		t.Fatal(err)
	}
	l := ledger{db: pgtest.New(t), journal: j, log: &logBuffer{}}
	l.Ledger = connection.NewLedger(l.db, j.Append, slog.New(slog.NewTextHandler(l.log, nil)))
	return l
}

func (l ledger) record(t testing.TB, calls ...connection.CallRecord) {
	t.Helper()
	for _, c := range calls {
		if err := l.RecordCall(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

// stored counts the calls in the database, by deleting them.
func (l ledger) stored(t testing.TB) int64 {
	t.Helper()
	n, err := l.db.PruneCalls(t.Context(), -time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func record(result string) connection.CallRecord {
	return connection.CallRecord{
		ID: guild.NewID(), Connection: guild.NewID(), Server: "tools", Tool: "tools_one", Caller: "uid 0",
		Arguments: []byte(`{ "a": "<\u0000>" }`), Result: result, Duration: 1500 * time.Millisecond, At: time.Now().UTC(),
	}
}

// What comes out of the journal is what went in, to the last space.
func TestALedgerKeepsCallsAsTheyAre(t *testing.T) {
	t.Parallel()
	l := newLedger(t, 1<<20)
	want := record("a\nb \u2028 \"<&>\" \U0001F600")
	want.Scope, want.Failed = guild.NewID(), true
	l.record(t, want)
	if n := l.stored(t); n != 0 {
		t.Errorf("%d calls went past the journal", n)
	}
	seen := &capture{Store: l.db}
	if err := l.journal.Drain(t.Context(), connection.NewLedger(seen, nil, slog.New(slog.DiscardHandler)).Take); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]connection.CallRecord{want}, seen.calls); diff != "" {
		t.Errorf("on record (-want +got):\n%s", diff)
	}
}

// capture is a store that keeps what it is given to write down.
type capture struct {
	connection.Store
	calls []connection.CallRecord
}

func (c *capture) RecordCalls(_ context.Context, calls []connection.CallRecord) error {
	c.calls = append(c.calls, calls...)
	return nil
}

// Lines that are taken twice, as after a kill, are on record once.
func TestALedgerIsReplayed(t *testing.T) {
	t.Parallel()
	l := newLedger(t, 1<<20)
	l.record(t, record("one"), record("two"))
	killed := errors.New("killed")
	err := l.journal.Drain(t.Context(), func(ctx context.Context, lines [][]byte) error {
		return errors.Join(l.Take(ctx, lines), killed)
	})
	if !errors.Is(err, killed) {
		t.Fatal(err)
	}
	if err := l.journal.Drain(t.Context(), l.Take); err != nil {
		t.Fatal(err)
	}
	if n := l.stored(t); n != 2 {
		t.Errorf("%d calls are on record; want 2", n)
	}
}

// Without room in the journal a call waits for the database, and that is said once.
func TestALedgerWithoutRoom(t *testing.T) {
	t.Parallel()
	l := newLedger(t, 10)
	l.record(t, record("one"), record("two"))
	if n := l.stored(t); n != 2 || strings.Count(l.log.text(), "takes no more") != 1 {
		t.Errorf("%d calls are on record; want 2, and one line of the log:\n%s", n, l.log.text())
	}
}

// A call that cannot be stored as it is does not hold up the others.
func TestALedgerWithWhatCannotBeStored(t *testing.T) {
	t.Parallel()
	l := newLedger(t, 1<<20)
	deep := record("deep")
	deep.Arguments = []byte(`{"a":` + strings.Repeat("[", 9990) + strings.Repeat("]", 9990) + `}`)
	l.record(t, record("one"), deep, record("NUL \x00"), record("two"))
	if err := l.journal.Append([]byte(`{"id":`)); err != nil {
		t.Fatal(err)
	}
	if err := l.journal.Drain(t.Context(), l.Take); err != nil {
		t.Fatal(err)
	}
	if n := l.stored(t); n != 3 || !l.log.holds("a line of the journal of calls is damaged") || !l.log.holds("a call cannot be put on record") {
		t.Errorf("%d calls are on record; want 3, and two lines of the log:\n%s", n, l.log.text())
	}
}
