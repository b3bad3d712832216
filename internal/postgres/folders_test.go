package postgres_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// waiting saves a login that waits for its folder.
func (b box) waiting(t testing.TB, scope guild.Scope) connection.Connection {
	t.Helper()
	l := b.newLogin(scope)
	l.Pending = true
	return b.save(t, l)
}

// age makes the last refresh of every login older.
func (b box) age(t testing.TB, by time.Duration) {
	t.Helper()
	if _, err := b.db.Pool().Exec(t.Context(), "update mcp_connections set refreshed_at = refreshed_at - $1::interval", by); err != nil {
		t.Fatal(err)
	}
}

var invoices = connector.Folder{ID: "folder-1", Name: `In"voices`, Place: "My Drive"}

func TestSaveFolderConnectsAndBinds(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	c := b.waiting(t, b.tree["acme"])
	if !c.NeedsFolder || c.FolderID != "" || len(b.bindings(t, b.tree["acme"])) != 0 {
		t.Fatalf("a login that waits is %+v, with the bindings %q", c, b.bindings(t, b.tree["acme"]))
	}
	got, err := b.db.SaveFolder(t.Context(), c.ID, 1, invoices)
	if err != nil || got.Status != connection.Connected || got.AccountHint != invoices.Name || got.FolderID != invoices.ID || got.NeedsFolder {
		t.Errorf("with its folder it is %+v (%v)", got, err)
	}
	if diff := cmp.Diff([]string{"tools on"}, b.bindings(t, b.tree["acme"])); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
	off := binding.Row{Kind: binding.MCP, CatalogID: string(b.server.ID)}
	if err := b.db.PutBinding(t.Context(), b.tree["acme"].ID, off); err != nil {
		t.Fatal(err)
	}
	got, err = b.db.SaveFolder(t.Context(), c.ID, 1, connector.Folder{ID: "folder-2", Name: "Other"})
	if err != nil || got.FolderID != "folder-2" || got.AccountHint != "Other" {
		t.Errorf("with another folder it is %+v (%v)", got, err)
	}
	if diff := cmp.Diff([]string{"tools off"}, b.bindings(t, b.tree["acme"])); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
}

// A folder that was seen with one credential says nothing about another one.
func TestSaveFolderIsAConflictAfterAChange(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/ops")
	waits := b.waiting(t, b.tree["acme"])
	ended := b.connect(t, b.tree["acme/research"], "one")
	if err := b.db.MarkDisconnected(t.Context(), ended.ID, 1); err != nil {
		t.Fatal(err)
	}
	begun := connection.NewLogin{ID: guild.NewID(), ServerID: b.server.ID, ScopeID: b.tree["acme/ops"].ID}
	flow := connection.StoredFlow{Connection: begun.ID, StateHash: []byte("state"), Sealed: []byte("sealed"), ExpiresAt: time.Now().Add(time.Minute)}
	if _, err := b.db.BeginLogin(t.Context(), begun, flow); err != nil {
		t.Fatal(err)
	}
	for name, login := range map[string]struct {
		id    guild.ID
		epoch int64
	}{
		"renewed": {waits.ID, 2}, "disconnected": {ended.ID, 1}, "begun": {begun.ID, 1}, "gone": {guild.NewID(), 1},
	} {
		if _, err := b.db.SaveFolder(t.Context(), login.id, login.epoch, invoices); guild.CodeOf(err) != guild.CodeConflict {
			t.Errorf("%s: %v; want a conflict", name, err)
		}
	}
	if got := b.bindings(t, b.tree["acme"]); len(got) != 0 {
		t.Errorf("a refused folder left the bindings %q", got)
	}
}

// A login that waits for its folder can reach a whole account, so it does not wait
// for ever.
func TestSweepTakesLoginsThatWaitedTooLong(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/ops")
	waits := b.waiting(t, b.tree["acme"])
	stays := []guild.ID{b.connect(t, b.tree["acme/research"], "one").ID}
	sweep := func(name string, want int64) {
		t.Helper()
		if n, err := b.db.SweepFlows(t.Context()); err != nil || n != want {
			t.Fatalf("%s: the sweep took %d logins (%v); want %d", name, n, err, want)
		}
	}
	sweep("at once", 0)
	b.age(t, 23*time.Hour)
	sweep("within a day", 0)
	b.age(t, 2*time.Hour)
	stays = append(stays, b.waiting(t, b.tree["acme/ops"]).ID)
	again := connection.NewLogin{ID: waits.ID, ServerID: b.server.ID, ScopeID: b.tree["acme"].ID}
	flow := connection.StoredFlow{Connection: waits.ID, StateHash: []byte("state"), Sealed: []byte("sealed"), ExpiresAt: time.Now().Add(time.Minute)}
	if c, err := b.db.BeginLogin(t.Context(), again, flow); err != nil || c.LoginUntil == nil {
		t.Fatalf("begun again it is %+v (%v)", c, err)
	}
	sweep("while a browser is on its way", 0)
	flow.ExpiresAt = time.Now().Add(-time.Minute)
	if err := b.db.PutFlow(t.Context(), flow); err != nil {
		t.Fatal(err)
	}
	sweep("after a day", 1)
	for _, id := range stays {
		if _, err := b.db.Login(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.db.Login(t.Context(), waits.ID); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("it still waits: %v", err)
	}
}
