package postgres_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

func TestScopes(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout", "acme/ops", "beta", "beta/research")
	scout := tree["acme/research/scout"]
	want := guild.Scope{ID: scout.ID, Level: guild.Agent, Path: "acme/research/scout",
		Chain: []guild.ID{guild.PlatformID, tree["acme"].ID, tree["acme/research"].ID, scout.ID}}
	if diff := cmp.Diff(want, scout); diff != "" {
		t.Errorf("the agent (-want +got):\n%s", diff)
	}
	guildLevel := guild.Guild
	tests := []struct {
		name   string
		filter postgres.ScopeFilter
		want   []string
	}{
		{"all, the platform first", postgres.ScopeFilter{}, []string{"platform", "acme", "acme/ops", "acme/research", "acme/research/scout", "beta", "beta/research"}},
		{"by path", postgres.ScopeFilter{Path: "acme/research"}, []string{"acme/research"}},
		{"by path that is not there", postgres.ScopeFilter{Path: "acme/none"}, nil},
		{"within", postgres.ScopeFilter{Within: tree["acme/research"].ID}, []string{"acme/research", "acme/research/scout"}},
		{"by level", postgres.ScopeFilter{Level: &guildLevel}, []string{"acme/ops", "acme/research", "beta/research"}},
		{"a path outside", postgres.ScopeFilter{Path: "beta", Within: tree["acme"].ID}, nil},
	}
	for _, tt := range tests {
		got, err := db.Scopes(t.Context(), tt.filter)
		if diff := cmp.Diff(tt.want, pathsOf(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

func pathsOf(scopes []postgres.ScopeRow) []string {
	var paths []string
	for _, s := range scopes {
		paths = append(paths, s.Path)
	}
	return paths
}

func TestCreateScopeRefuses(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research")
	for _, tt := range []struct {
		name, slug, label string
		parent            guild.Scope
		code              guild.Code
	}{
		{"a slug that is taken", "research", "", tree["acme"], guild.CodeConflict},
		{"a name that cannot be stored", "other", "a\x00b", tree["acme"], guild.CodeInvalid},
		{"a parent that is gone", "other", "", guild.Scope{ID: guild.NewID()}, guild.CodeNotFound},
	} {
		if _, err := db.CreateScope(t.Context(), tt.parent, tt.slug, tt.label); guild.CodeOf(err) != tt.code {
			t.Errorf("%s: %v; want the code %s", tt.name, err, tt.code)
		}
	}
}

// A removal takes the scopes below, with their logins, the bindings there and
// those that carry the logins, and their tokens; and a dry run says the same.
func TestDeleteScopeTakesWhatItSays(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "beta")
	acme, scout := b.tree["acme"], b.tree["acme/research/scout"]
	b.connect(t, acme, "one")
	b.connect(t, b.tree["beta"], "other")
	if err := b.db.PutBinding(t.Context(), scout.ID, binding.Row{Kind: binding.NativeTool, CatalogID: "note_get"}); err != nil {
		t.Fatal(err)
	}
	token := access.Token{ID: guild.NewID(), Scope: scout, Role: access.Viewer, Label: "ci"}
	if _, err := b.db.CreateToken(t.Context(), token, access.Hash("guilds_x")); err != nil {
		t.Fatal(err)
	}
	dry, err := b.db.DeleteScope(t.Context(), acme.ID, true)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := b.db.Scopes(t.Context(), postgres.ScopeFilter{Within: acme.ID}); err != nil || len(rows) != 3 {
		t.Fatalf("a dry run left %d scopes (%v); want 3", len(rows), err)
	}
	went, err := b.db.DeleteScope(t.Context(), acme.ID, false)
	if err != nil {
		t.Fatal(err)
	}
	want := postgres.Removal{
		Scopes: []string{"acme", "acme/research", "acme/research/scout"}, Connections: []string{"tools at acme"},
		ConnectionIDs: went.ConnectionIDs, Bindings: []string{"note_get off at acme/research/scout", "tools on at acme"},
		Tokens: []string{"ci at acme/research/scout"},
	}
	if diff := cmp.Diff(want, dry); diff != "" {
		t.Errorf("what the dry run says (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(dry, went); diff != "" {
		t.Errorf("what went (-dry run +removal):\n%s", diff)
	}
	if got := b.everything(t); !slices.Equal(got, []string{"beta", "tools at beta", "tools on at beta"}) {
		t.Errorf("what is left: %q", got)
	}
	if _, err := b.db.DeleteScope(t.Context(), acme.ID, false); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a second removal: %v", err)
	}
	if _, err := b.db.DeleteScope(t.Context(), guild.PlatformID, false); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("the platform was removed: %v", err)
	}
}

func TestCountsStayWithinAScope(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "beta")
	b.connect(t, b.tree["acme"], "one")
	gone := b.connect(t, b.tree["beta"], "other")
	if err := b.db.MarkDisconnected(t.Context(), gone.ID, 1); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		at             guild.ID
		scopes, logins map[string]int
	}{
		{guild.PlatformID, map[string]int{"organisation": 2, "guild": 1, "agent": 1}, map[string]int{"connected": 1, "disconnected": 1}},
		{b.tree["acme"].ID, map[string]int{"organisation": 1, "guild": 1, "agent": 1}, map[string]int{"connected": 1}},
		{b.tree["acme/research"].ID, map[string]int{"guild": 1, "agent": 1}, map[string]int{}},
	} {
		got, err := b.db.Counts(t.Context(), tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(postgres.Counts{Server: got.Server, Scopes: tt.scopes, Logins: tt.logins}, got); diff != "" || got.Server == "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
	}
}
