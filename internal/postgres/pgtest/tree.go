package pgtest

import (
	"path"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

// Tree makes the scopes with these paths, each after its parent, and returns all
// by path, the platform among them.
func Tree(t testing.TB, db *postgres.DB, paths ...string) map[string]guild.Scope {
	t.Helper()
	platform, err := db.Scope(t.Context(), guild.PlatformID)
	if err != nil {
		t.Fatal(err)
	}
	tree := map[string]guild.Scope{platform.Path: platform.Scope}
	for _, p := range paths {
		parent, ok := tree[path.Dir(p)]
		if !ok {
			parent = platform.Scope
		}
		made, err := db.CreateScope(t.Context(), parent, path.Base(p), "")
		if err != nil {
			t.Fatal(err)
		}
		tree[p] = made.Scope
	}
	return tree
}

// AddServer adds a published connector of an admin's, and returns its row.
func AddServer(t testing.TB, db *postgres.DB, s connector.Server) connector.Server {
	t.Helper()
	s.ID, s.Published = guild.NewID(), true
	if s.Name == "" {
		s.Name = s.Slug
	}
	if err := db.AddServer(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	row, err := db.Server(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	return row
}
