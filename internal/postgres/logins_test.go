package postgres_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

func TestSaveLoginConnectsBindsAndLists(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	got := b.connect(t, b.tree["acme"], "one", "two")
	want := connection.Connection{
		ID: got.ID, ServerID: b.server.ID, Server: "tools", ScopeID: b.tree["acme"].ID, Scope: "acme",
		Status: connection.Connected, Revision: "2025-06-18", Tools: 2,
		ListedAt: got.ListedAt, FreshUntil: got.FreshUntil, TriedAt: got.TriedAt, CreatedAt: got.CreatedAt, UpdatedAt: got.UpdatedAt,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the login (-want +got):\n%s", diff)
	}
	if fresh := got.FreshUntil.Sub(*got.ListedAt); fresh != time.Minute {
		t.Errorf("the listing serves for %s; want 1m0s", fresh)
	}
	if got := b.bindings(t, b.tree["acme"]); !cmp.Equal(got, []string{"tools on"}) {
		t.Errorf("bindings at the owner: %q", got)
	}
}

func TestSaveLoginIsAConflictWhileOneIsConnected(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	first := b.connect(t, b.tree["acme"], "one")
	again := b.newLogin(b.tree["acme"], "two")
	for _, id := range []guild.ID{again.ID, first.ID} {
		again.ID = id
		if _, err := b.db.SaveLogin(t.Context(), again); guild.CodeOf(err) != guild.CodeConflict {
			t.Errorf("a second login: %v; want a conflict", err)
		}
	}
	if got := b.toolNames(t, first.ID); !cmp.Equal(got, []string{"tools_one"}) {
		t.Errorf("the refused login changed the tools to %q", got)
	}
}

func (b box) toolNames(t testing.TB, id guild.ID) []string {
	t.Helper()
	tools, err := b.db.Tools(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestRenewalKeepsBindingsAndRaisesTheEpoch(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research")
	first := b.connect(t, b.tree["acme"], "one")
	carried := binding.Row{Kind: binding.MCP, CatalogID: string(b.server.ID), Enabled: true, Connection: first.ID}
	if err := b.db.PutBinding(t.Context(), b.tree["acme/research"].ID, carried); err != nil {
		t.Fatal(err)
	}
	if err := b.db.MarkDisconnected(t.Context(), first.ID, 1); err != nil {
		t.Fatal(err)
	}
	other := b.newLogin(b.tree["acme"], "two") // somebody else's, which knew of no login
	if _, err := b.db.SaveLogin(t.Context(), other); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("a new login in the place of a disconnected one: %v; want a conflict", err)
	}
	renewal := b.newLogin(b.tree["acme"], "two")
	renewal.ID, renewal.Sealed = first.ID, []byte("another")
	b.save(t, renewal)
	stored, err := b.db.Login(t.Context(), first.ID)
	if err != nil {
		t.Fatal(err)
	}
	if stored.Epoch != 2 || !bytes.Equal(stored.Sealed, renewal.Sealed) || stored.Status != connection.Connected || stored.Row.Slug != "tools" {
		t.Errorf("the renewed login is %+v", stored)
	}
	if got := b.bindings(t, b.tree["acme/research"]); !cmp.Equal(got, []string{"tools on"}) {
		t.Errorf("the binding below: %q", got)
	}
	// Word of the old credential's end comes late, and says nothing of the new one.
	if err := b.db.MarkDisconnected(t.Context(), first.ID, 1); err != nil {
		t.Fatal(err)
	}
	if stored, err := b.db.Login(t.Context(), first.ID); err != nil || stored.Status != connection.Connected {
		t.Errorf("the renewed login is %s (%v)", stored.Status, err)
	}
}

func TestDefaultOffOverlayIsWrittenOnFirstSightOnly(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	acme := b.tree["acme"]
	login := b.newLogin(acme)
	login.Listing = listing("tools", []string{"read", "send"}, "send")
	c := b.save(t, login)
	step := func(name string, want ...string) {
		t.Helper()
		if got := b.bindings(t, acme); !cmp.Equal(got, want) {
			t.Errorf("%s: bindings %q; want %q", name, got, want)
		}
	}
	relist := func(l connection.Listing) {
		t.Helper()
		if err := b.db.SaveListing(t.Context(), c.ID, l); err != nil {
			t.Fatal(err)
		}
	}
	step("connected", "tools on", "tools_send off")

	overlay := binding.Row{Kind: binding.MCPTool, CatalogID: "tools_send", Enabled: true}
	if err := b.db.PutBinding(t.Context(), acme.ID, overlay); err != nil {
		t.Fatal(err)
	}
	relist(login.Listing)
	step("switched on and listed again", "tools on", "tools_send on")

	relist(listing("tools", []string{"read", "send", "send_all"}, "send", "send_all"))
	step("a new one is listed", "tools on", "tools_send on", "tools_send_all off")

	if err := b.db.DeleteBinding(t.Context(), acme.ID, binding.MCPTool, "tools_send_all"); err != nil {
		t.Fatal(err)
	}
	relist(listing("tools", []string{"read", "send", "send_all"}, "send", "send_all"))
	step("inherited and listed again", "tools on", "tools_send on")

	if _, err := b.db.DeleteConnection(t.Context(), c.ID, false); err != nil {
		t.Fatal(err)
	}
	step("disconnected", "tools_send on")
	login.ID = guild.NewID()
	b.save(t, login)
	step("connected again", "tools on", "tools_send on")
}

func TestSaveListingReplacesAndPublishes(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	c := b.connect(t, b.tree["acme"], "one", "two")
	if err := b.db.ListingFailed(t.Context(), c.ID, "it was down"); err != nil {
		t.Fatal(err)
	}
	if got := b.toolNames(t, c.ID); !cmp.Equal(got, []string{"tools_one", "tools_two"}) {
		t.Errorf("after a failed listing the tools are %q", got)
	}
	words := "Ours."
	editTool(t, b.db, b.server.ID, "two", &words, nil)
	next := listing("tools", []string{"two", "three"})
	next.FreshFor = time.Second
	next.Tools[0].Description = "Changed."
	next.Tools[1].InputSchema = json.RawMessage(`{ "type":"object", "a": 1.50, "b":"\u0000" }`)
	if err := b.db.SaveListing(t.Context(), c.ID, next); err != nil {
		t.Fatal(err)
	}
	if got := b.toolNames(t, c.ID); !cmp.Equal(got, []string{"tools_three", "tools_two"}) {
		t.Errorf("the tools are %q", got)
	}
	tool, err := b.db.Tool(t.Context(), c.ID, "tools_three")
	if err != nil || !bytes.Equal(tool.InputSchema, next.Tools[1].InputSchema) || tool.Annotations != nil {
		t.Errorf("the stored tool is %+v (%v); its schema was sent as %s", tool, err, next.Tools[1].InputSchema)
	}
	stored, err := b.db.Login(t.Context(), c.ID)
	if err != nil || stored.ListError != "" || stored.FreshUntil.Sub(*stored.ListedAt) != time.Second {
		t.Errorf("the login is %+v (%v)", stored.Connection, err)
	}
	row, err := b.db.Server(t.Context(), b.server.ID)
	want := []string{"one by seed: Does one.", "three by seed: Does three.", "two by admin: Ours."}
	if diff := cmp.Diff(want, tools(row)); err != nil || diff != "" {
		t.Errorf("the published copy (%v) (-want +got):\n%s", err, diff)
	}
	if err := b.db.MarkStale(t.Context(), c.ID); err != nil {
		t.Fatal(err)
	}
	if stored, err := b.db.Login(t.Context(), c.ID); err != nil || stored.FreshUntil != nil {
		t.Errorf("a stale listing serves until %v (%v)", stored.FreshUntil, err)
	}
}

// Two daemons on one database may list one login, or two of one server, at once.
func TestListingsAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "beta")
	logins := []connection.Connection{b.connect(t, b.tree["acme"], "a", "b", "c"), b.connect(t, b.tree["beta"], "a", "b", "c")}
	orders := [][]string{{"a", "b", "c"}, {"c", "b", "a"}}
	errs := make(chan error)
	const each = 20
	for i := range 4 {
		go func() {
			for range each {
				errs <- b.db.SaveListing(t.Context(), logins[i%2].ID, listing("tools", orders[i/2]))
			}
		}()
	}
	for range 4 * each {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestLoginWithTool(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	// One tool's own name is the other's namespaced name.
	c := b.connect(t, b.tree["acme"], "one", "tools_one")
	for _, tt := range []struct{ ask, remote string }{
		{"tools_one", "one"}, {"one", "one"}, {"tools_tools_one", "tools_one"},
	} {
		stored, tool, err := b.db.LoginWithTool(t.Context(), c.ID, tt.ask)
		if err != nil || tool.RemoteName != tt.remote || stored.ID != c.ID || string(tool.InputSchema) != `{"type":"object"}` {
			t.Errorf("%s is the tool %+v (%v); want %s", tt.ask, tool, err, tt.remote)
		}
	}
	if _, _, err := b.db.LoginWithTool(t.Context(), c.ID, "two"); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a tool that it does not list: %v", err)
	}
	if _, _, err := b.db.LoginWithTool(t.Context(), guild.NewID(), "one"); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a login that is not there: %v", err)
	}
}

func TestConnectionsByFilter(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/ops", "beta")
	for _, path := range []string{"acme", "acme/research", "acme/research/scout", "acme/ops", "beta"} {
		b.connect(t, b.tree[path], "one")
	}
	for _, tt := range []struct {
		name   string
		filter postgres.ConnectionFilter
		want   []string
	}{
		{"visible at a guild", postgres.ConnectionFilter{VisibleAt: b.tree["acme/research"].ID}, []string{"tools at acme", "tools at acme/research"}},
		{"within a guild", postgres.ConnectionFilter{Within: b.tree["acme/research"].ID}, []string{"tools at acme/research", "tools at acme/research/scout"}},
		{"visible and within", postgres.ConnectionFilter{VisibleAt: b.tree["acme/research/scout"].ID, Within: b.tree["acme/research"].ID}, []string{"tools at acme/research", "tools at acme/research/scout"}},
		{"of another server", postgres.ConnectionFilter{Server: "none"}, nil},
		{"all of a server", postgres.ConnectionFilter{Server: "tools"}, []string{"tools at acme", "tools at beta", "tools at acme/ops", "tools at acme/research", "tools at acme/research/scout"}},
	} {
		rows, err := b.db.Connections(t.Context(), tt.filter)
		var got []string
		for _, c := range rows {
			got = append(got, c.String())
		}
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

// A tool that comes to share its name with another gets a new one, and stays
// switched off where the operator switched it off.
func TestARenamedToolKeepsItsOverlays(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	acme := b.tree["acme"]
	login := b.connect(t, acme, "send")
	off := binding.Row{Kind: binding.MCPTool, CatalogID: "tools_send"}
	if err := b.db.PutBinding(t.Context(), acme.ID, off); err != nil {
		t.Fatal(err)
	}
	renamed := listing(b.server.Slug, []string{"send"})
	renamed.Tools[0].Name = "tools_send_0a1b2c3d"
	if err := b.db.SaveListing(t.Context(), login.ID, renamed); err != nil {
		t.Fatal(err)
	}
	if got := b.bindings(t, acme); !slices.Contains(got, "tools_send_0a1b2c3d off") {
		t.Errorf("the bindings are %q, want the renamed tool off", got)
	}
}
