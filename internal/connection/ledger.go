package connection

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"

	"github.com/guildsbox/guilds/internal/guild"
)

// CallStore is a store that can also write down many calls at once.
type CallStore interface {
	Store
	// RecordCalls writes down calls, all or none. Those that are on record already
	// stay as they are. The code invalid says that one of them can never be stored.
	RecordCalls(ctx context.Context, calls []CallRecord) error
}

// Ledger is a store whose RecordCall answers as soon as the call is in a journal.
// Who owns the journal brings it from there into the store, with Take. It spares a
// caller the wait for the store, and the store a transaction for each call.
type Ledger struct {
	Store
	store   CallStore
	append  func(line []byte) error
	log     *slog.Logger
	refused atomic.Bool // the journal took no line when it was last tried
}

// NewLedger returns a ledger before store. append adds a line to the journal, in
// which it must be whatever becomes of the process.
func NewLedger(store CallStore, append func(line []byte) error, log *slog.Logger) *Ledger {
	return &Ledger{Store: store, store: store, append: append, log: log}
}

// entry is a call as a line of the journal, in JSON. The next version of the program
// may read it.
type entry struct {
	CallRecord
	Arguments string `json:"arguments"` // as text, which JSON inside JSON would not keep as it is
}

// RecordCall writes a call down. Where the journal does not take it, the store has
// to at once.
func (l *Ledger) RecordCall(ctx context.Context, c CallRecord) error {
	line, err := json.Marshal(entry{c, string(c.Arguments)})
	if err == nil {
		err = l.append(line)
	}
	if was := l.refused.Swap(err != nil); err == nil {
		return nil
	} else if !was { // told once, and not for each call
		l.log.Warn("the journal of calls takes no more; each call waits for the database", "error", err)
	}
	return l.Store.RecordCall(ctx, c)
}

// Take brings lines of the journal into the store. A line that is damaged, or whose
// call can never be stored, is told in the log and left out: the rest must not wait
// for it.
func (l *Ledger) Take(ctx context.Context, lines [][]byte) error {
	calls := make([]CallRecord, 0, len(lines))
	for _, line := range lines {
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			l.log.Error("a line of the journal of calls is damaged", "bytes", len(line), "error", err)
			continue
		}
		e.CallRecord.Arguments = json.RawMessage(e.Arguments)
		calls = append(calls, e.CallRecord)
	}
	err := l.store.RecordCalls(ctx, calls)
	if guild.CodeOf(err) != guild.CodeInvalid {
		return err
	}
	for _, c := range calls {
		if err := l.takeOne(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// takeOne is Take for one of several calls of which one cannot be stored. Where it
// is this one, its arguments may be more than the store's JSON takes, and are kept
// as one string.
func (l *Ledger) takeOne(ctx context.Context, c CallRecord) error {
	err := l.store.RecordCalls(ctx, []CallRecord{c})
	if guild.CodeOf(err) != guild.CodeInvalid {
		return err
	}
	if c.Arguments, err = json.Marshal(string(c.Arguments)); err != nil {
		return err
	}
	err = l.store.RecordCalls(ctx, []CallRecord{c})
	if guild.CodeOf(err) == guild.CodeInvalid {
		l.log.Error("a call cannot be put on record", "call", string(c.ID), "server", c.Server, "tool", c.Tool, "error", err)
		return nil
	}
	return err
}
