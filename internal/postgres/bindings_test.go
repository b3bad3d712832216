package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestPutBindingKeepsTheLogin(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research")
	acme, research := b.tree["acme"], b.tree["acme/research"]
	owned := b.connect(t, acme, "one")
	local := b.connect(t, research, "one")
	item := string(b.server.ID)
	put := func(scope guild.Scope, enabled bool, login guild.ID) {
		t.Helper()
		row := binding.Row{Kind: binding.MCP, CatalogID: item, Enabled: enabled, Connection: login}
		if err := b.db.PutBinding(t.Context(), scope.ID, row); err != nil {
			t.Fatal(err)
		}
	}
	want := func(name string, scope guild.Scope, enabled bool, login guild.ID) {
		t.Helper()
		rows, err := b.db.Bindings(t.Context(), scope.ID, "")
		if err != nil || len(rows) != 1 || rows[0].Enabled != enabled || rows[0].Connection != login {
			t.Errorf("%s: %+v (%v); want enabled %t with login %q", name, rows, err, enabled, login)
		}
	}
	put(acme, false, "")
	put(acme, true, "")
	want("off and on again", acme, true, owned.ID)
	put(research, true, owned.ID)
	want("another login is named", research, true, owned.ID)
	put(research, false, "")
	want("none is named", research, false, owned.ID)
	for range 2 { // one that is not there is removed already
		if err := b.db.DeleteBinding(t.Context(), research.ID, binding.MCP, item); err != nil {
			t.Fatal(err)
		}
	}
	put(research, true, "")
	want("no row, and a login of its own", research, true, local.ID)
	if err := b.db.PutBinding(t.Context(), acme.ID, binding.Row{Kind: binding.MCPTool, CatalogID: "tools_one", Connection: owned.ID}); err == nil {
		t.Error("a tool's binding carries a login")
	}
}

func TestSeedBindingsKeepsWhatStands(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	platform := b.tree["platform"]
	rows := []binding.Row{{Kind: binding.NativeTool, CatalogID: "note_get", Enabled: true}, {Kind: binding.ArtifactGrant, CatalogID: "write_org"}}
	for range 2 {
		if err := b.db.SeedBindings(t.Context(), rows); err != nil {
			t.Fatal(err)
		}
		if err := b.db.PutBinding(t.Context(), platform.ID, binding.Row{Kind: binding.NativeTool, CatalogID: "note_get"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.db.SeedBindings(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"write_org off", "note_get off"}, b.bindings(t, platform)); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
}

// A seed that was removed does not come back, and one of a later version comes.
func TestSeedBindingsLeavesOutWhatWasRemoved(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	platform := b.tree["platform"]
	rows := []binding.Row{{Kind: binding.NativeTool, CatalogID: "note_get", Enabled: true}}
	seed := func(rows ...binding.Row) {
		t.Helper()
		if err := b.db.SeedBindings(t.Context(), rows); err != nil {
			t.Fatal(err)
		}
	}
	seed(rows...)
	if err := b.db.DeleteBinding(t.Context(), platform.ID, binding.NativeTool, "note_get"); err != nil {
		t.Fatal(err)
	}
	seed(append(rows, binding.Row{Kind: binding.NativeTool, CatalogID: "note_find", Enabled: true})...)
	if diff := cmp.Diff([]string{"note_find on"}, b.bindings(t, platform)); diff != "" {
		t.Errorf("after a removal and a restart (-want +got):\n%s", diff)
	}
}

func TestToolListed(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/ops")
	b.connect(t, b.tree["acme/research"], "one")
	for path, want := range map[string]bool{
		"platform": true, "acme": true, "acme/research": true, "acme/research/scout": true, "acme/ops": false,
	} {
		if got, err := b.db.ToolListed(t.Context(), b.tree[path].ID, "tools_one"); err != nil || got != want {
			t.Errorf("at %s: %t (%v); want %t", path, got, err, want)
		}
	}
	if got, err := b.db.ToolListed(t.Context(), b.tree["acme"].ID, "tools_two"); err != nil || got {
		t.Errorf("a tool that nobody lists: %t (%v)", got, err)
	}
}
