package postgres_test

import (
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

func (b box) callsOf(t testing.TB) (n int, named int) {
	t.Helper()
	const count = `select count(*), count(*) filter (where connection_id is not null and scope_id is not null) from tool_calls`
	if err := b.db.Pool().QueryRow(t.Context(), count).Scan(&n, &named); err != nil {
		t.Fatal(err)
	}
	return n, named
}

// A call is on record whatever became of its login and its scope meanwhile.
func TestRecordCallOutlivesWhatItNames(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research")
	login := b.connect(t, b.tree["acme"], "one")
	record := connection.CallRecord{
		ID: guild.NewID(), Connection: login.ID, Scope: b.tree["acme/research"].ID, Server: "tools", Tool: "tools_one", Caller: "uid 0",
		Arguments: []byte(`{"a":"\u0000"}`), Result: "text", Duration: 1500 * time.Millisecond, At: time.Now(),
	}
	if err := b.db.RecordCall(t.Context(), record); err != nil {
		t.Fatal(err)
	}
	if n, named := b.callsOf(t); n != 1 || named != 1 {
		t.Errorf("%d calls on record, %d of them with login and scope; want one with both", n, named)
	}
	if _, err := b.db.DeleteScope(t.Context(), b.tree["acme"].ID, false); err != nil {
		t.Fatal(err)
	}
	record.ID = guild.NewID()
	if err := b.db.RecordCall(t.Context(), record); err != nil {
		t.Errorf("a call whose login and scope went while it ran: %v", err)
	}
	if n, named := b.callsOf(t); n != 2 || named != 0 {
		t.Errorf("%d calls on record, %d of them with login and scope; want two without", n, named)
	}
	record.ID, record.Result = guild.NewID(), "a\x00b"
	if err := b.db.RecordCall(t.Context(), record); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("a result with NUL: %v; want the code invalid, so that nobody takes it for stored", err)
	}
}

// A login may go at the moment at which the calls that were made on it are written
// down: neither fails for the other.
func TestALoginGoesWhileItsCallsAreWrittenDown(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	for range 40 {
		login := b.connect(t, b.tree["acme"], "one")
		done := make(chan error, 1)
		go func() {
			for range 20 {
				calls := make([]connection.CallRecord, 20)
				for i := range calls {
					calls[i] = connection.CallRecord{ID: guild.NewID(), Connection: login.ID, Server: "tools", Tool: "t", Caller: "c", Arguments: []byte("{}"), At: time.Now()}
				}
				if err := b.db.RecordCalls(t.Context(), calls); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
		if _, err := b.db.DeleteConnection(t.Context(), login.ID, false); err != nil {
			t.Fatalf("the login stays: %v", err)
		}
		if err := <-done; err != nil {
			t.Fatalf("the calls are not on record: %v", err)
		}
	}
	if n, named := b.callsOf(t); n != 40*20*20 || named != 0 {
		t.Errorf("%d calls are on record, %d of them with a login; want %d and none", n, named, 40*20*20)
	}
}

func TestPruneCalls(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	for range 2 {
		record := connection.CallRecord{ID: guild.NewID(), Connection: guild.NewID(), Server: "tools", Tool: "t", Caller: "c", Arguments: []byte("{}"), At: time.Now()}
		if err := b.db.RecordCall(t.Context(), record); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.db.Pool().Exec(t.Context(), `update tool_calls set created_at = now() - interval '2 hours'
		where id = (select min(id::text)::uuid from tool_calls)`); err != nil {
		t.Fatal(err)
	}
	if n, err := b.db.PruneCalls(t.Context(), time.Hour); err != nil || n != 1 {
		t.Errorf("%d were deleted (%v); want 1", n, err)
	}
}
