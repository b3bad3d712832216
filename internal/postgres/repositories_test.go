package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

// gitHub makes the connector's row, under whose slug its logins are found.
func (b box) gitHub(t testing.TB) connector.Server {
	t.Helper()
	row := connector.Server{ID: guild.NewID(), Slug: "github", Name: "GitHub", URL: "https://api.github.com", Auth: connector.AuthOAuth, Published: true}
	if err := b.db.AddServer(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	return row
}

// selected connects GitHub at a scope, and selects repositories of acme.
func (b box) selected(t testing.TB, row connector.Server, path string, names ...string) connection.Connection {
	t.Helper()
	login := b.save(t, connection.NewLogin{ID: guild.NewID(), ServerID: row.ID, ScopeID: b.tree[path].ID, Sealed: []byte("sealed")})
	var selected []githubapp.Selected
	for i, name := range names {
		selected = append(selected, githubapp.Selected{Name: name, URL: "https://github.com/acme/" + name + ".git", DefaultBranch: "main", GitHubID: int64(i + 1)})
	}
	if err := b.db.SaveSelected(t.Context(), login.ID, 1, selected); err != nil {
		t.Fatal(err)
	}
	return login
}

// used returns the names of the repositories that a guild uses, by login.
func (b box) used(t testing.TB, path string) map[guild.ID][]string {
	t.Helper()
	found, err := b.db.UsedRepositories(t.Context(), b.tree[path].ID)
	if err != nil {
		t.Fatal(err)
	}
	names := map[guild.ID][]string{}
	for id, refs := range found {
		for _, r := range refs {
			names[id] = append(names[id], r.Name)
		}
	}
	return names
}

func TestUsedRepositoriesAreThoseOfTheNearestLoginAndTheGuildsOwn(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/one", "acme/one/scout", "acme/two")
	row := b.gitHub(t)
	wide := b.selected(t, row, "acme", "app", "site")
	own := b.selected(t, row, "acme/one", "docs")
	b.selected(t, row, "acme/one/scout", "below")
	pending := connection.NewLogin{ID: guild.NewID(), ServerID: row.ID, ScopeID: b.tree["acme/two"].ID}
	if _, err := b.db.BeginLogin(t.Context(), pending, connection.StoredFlow{Connection: pending.ID, StateHash: []byte("s"), Sealed: []byte("s")}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]map[guild.ID][]string{
		"acme/one": {own.ID: {"docs"}},
		"acme/two": {wide.ID: {"app", "site"}}, // a login that is not made yet stands before none
	} {
		if diff := cmp.Diff(want, b.used(t, path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	// A repository of the guild's may come from another login, and have no id yet.
	_, err := b.db.Pool().Exec(t.Context(), `insert into guild_repositories (id, guild_id, connection_id, name, url, default_branch)
		values ($1, $2, $3, 'extra', 'https://github.com/acme/extra.git', 'main')`, guild.NewID(), b.tree["acme/one"].ID, wide.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := map[guild.ID][]string{wide.ID: {"extra"}, own.ID: {"docs"}}
	if diff := cmp.Diff(want, b.used(t, "acme/one")); diff != "" {
		t.Errorf("with a repository of another login (-want +got):\n%s", diff)
	}
}

// The selection is stored under the names of the API.
func TestSelectionAsItIsStored(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	login := b.selected(t, b.gitHub(t), "acme", "app")
	var got string
	if err := b.db.Pool().QueryRow(t.Context(), `select settings ->> 'repositories' from mcp_connections where id = $1`, login.ID).Scan(&got); err != nil {
		t.Fatal(err)
	}
	const want = `[{"url": "https://github.com/acme/app.git", "name": "app", "github_id": 1, "default_branch": "main"}]`
	if got != want {
		t.Errorf("stored is %s; want %s", got, want)
	}
}
