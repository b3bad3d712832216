package pgtest

import (
	"context"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

// Recorder is a database that remembers which tool calls it has taken on record.
type Recorder struct {
	*postgres.DB

	mu    sync.Mutex
	calls map[guild.ID]connection.CallRecord
}

// RecordCall writes a call down, and remembers it where that succeeded.
func (r *Recorder) RecordCall(ctx context.Context, c connection.CallRecord) error {
	if err := r.DB.RecordCall(ctx, c); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = map[guild.ID]connection.CallRecord{}
	}
	r.calls[c.ID] = c
	return nil
}

// Call returns what is on record of a call, and fails the test where nothing is.
func (r *Recorder) Call(t testing.TB, id guild.ID) connection.CallRecord {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.calls[id]
	if !ok {
		t.Errorf("the call %q is not on record", id)
	}
	return c
}
