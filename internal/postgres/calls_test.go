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
		Arguments: []byte(`{"a":"\u0000"}`), Result: "text", Duration: 1500 * time.Millisecond,
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

func TestPruneCalls(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	for range 2 {
		record := connection.CallRecord{ID: guild.NewID(), Connection: guild.NewID(), Server: "tools", Tool: "t", Caller: "c", Arguments: []byte("{}")}
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
