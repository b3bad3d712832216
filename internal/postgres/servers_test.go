package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// weather is a connector of the product with a curated list of tools.
func weather(tools ...string) connector.Connector {
	c := connector.Connector{
		Slug: "weather", Name: "Weather", URL: "https://weather.test/mcp", Auth: connector.AuthToken,
		Header: connector.Header{Name: "Authorization", Scheme: "Bearer"}, Description: "Says the weather.",
	}
	for _, name := range tools {
		c.Published = append(c.Published, connector.PublishedTool{Name: name, Description: "The " + name + "."})
	}
	return c
}

func seeded(t *testing.T, db *postgres.DB, c connector.Connector) connector.Server {
	t.Helper()
	if err := db.SeedCatalog(t.Context(), []connector.Connector{c}); err != nil {
		t.Fatal(err)
	}
	return bySlug(t, db, c.Slug)
}

func bySlug(t *testing.T, db *postgres.DB, slug string) connector.Server {
	t.Helper()
	rows, err := db.Servers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.Slug == slug {
			return row
		}
	}
	t.Fatalf("the catalog has no %s", slug)
	return connector.Server{}
}

func tools(s connector.Server) []string {
	var out []string
	for _, tool := range s.Tools {
		out = append(out, tool.Name+" by "+string(tool.CopySource)+": "+tool.Description)
	}
	return out
}

func TestSeedCatalog(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	first := seeded(t, db, weather("today", "tomorrow"))
	want := connector.Server{
		ID: first.ID, Slug: "weather", Name: "Weather", Transport: "http", URL: "https://weather.test/mcp", Auth: connector.AuthToken,
		Header: connector.Header{Name: "Authorization", Scheme: "Bearer"}, Description: "Says the weather.",
		Published: true, CopySource: connector.FromSeed, Seeded: true, UpdatedAt: first.UpdatedAt,
		Tools: []connector.ToolCopy{
			{Name: "today", Description: "The today.", Published: true, CopySource: connector.FromSeed},
			{Name: "tomorrow", Description: "The tomorrow.", Published: true, CopySource: connector.FromSeed},
		},
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("the row (-want +got):\n%s", diff)
	}
	next := weather("tomorrow", "yesterday")
	next.Description, next.URL = "Says more weather.", "https://weather.test/mcp/v2"
	second := seeded(t, db, next)
	if second.ID != first.ID || second.Description != next.Description || second.URL != next.URL {
		t.Errorf("a new version's row is %+v", second)
	}
	if diff := cmp.Diff([]string{"tomorrow by seed: The tomorrow.", "yesterday by seed: The yesterday."}, tools(second)); diff != "" {
		t.Errorf("a new version's tools (-want +got):\n%s", diff)
	}
}

func TestReseedKeepsAnAdminsEdit(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	row := seeded(t, db, weather("today", "tomorrow"))
	row.Description, row.Published, row.Header.Name = "Ours.", false, "X-Key"
	if err := db.EditServer(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	words, hidden := "Our today.", false
	editTool(t, db, row.ID, "today", &words, nil)
	editTool(t, db, row.ID, "today", nil, &hidden)
	moved := weather("tomorrow") // today is gone from the product's list, and was edited
	moved.URL = "https://weather.test/v2"
	got := seeded(t, db, moved)
	if got.Description != "Ours." || got.Published || got.Header.Name != "X-Key" || got.CopySource != connector.FromAdmin {
		t.Errorf("a reseed made %+v of the admin's edit", got)
	}
	if got.URL != moved.URL {
		t.Errorf("the address is %s; the product's own follows the product", got.URL)
	}
	want := []connector.ToolCopy{
		{Name: "today", Description: "Our today.", CopySource: connector.FromAdmin},
		{Name: "tomorrow", Description: "The tomorrow.", Published: true, CopySource: connector.FromSeed},
	}
	if diff := cmp.Diff(want, got.Tools); diff != "" {
		t.Errorf("the tools after a reseed (-want +got):\n%s", diff)
	}

	if err := db.ResetServer(t.Context(), row.ID, weather("today", "tomorrow")); err != nil {
		t.Fatal(err)
	}
	reset := bySlug(t, db, "weather")
	if reset.Description != "Says the weather." || !reset.Published || reset.Header.Name != "Authorization" || reset.CopySource != connector.FromSeed {
		t.Errorf("a reset left %+v", reset)
	}
	if diff := cmp.Diff([]string{"today by seed: The today.", "tomorrow by seed: The tomorrow."}, tools(reset)); diff != "" {
		t.Errorf("the tools after a reset (-want +got):\n%s", diff)
	}
}

func TestAnAdminsRowUnderASeededSlugIsLeftAlone(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	before := pgtest.AddServer(t, db, connector.Server{Slug: "weather", URL: "https://own.test/mcp", Auth: connector.AuthNone})
	if diff := cmp.Diff(before, seeded(t, db, weather("today"))); diff != "" {
		t.Errorf("the seed changed it (-before +after):\n%s", diff)
	}
}

// editTool edits a published tool of a row as it is now.
func editTool(t *testing.T, db *postgres.DB, server guild.ID, name string, description *string, published *bool) {
	t.Helper()
	row, err := db.Server(t.Context(), server)
	if err == nil {
		err = db.EditTool(t.Context(), row, name, description, published)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Of two admins who read a row, the second writes nothing.
func TestAnEditOfARowThatWasChangedIsAConflict(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	read := seeded(t, db, weather("today"))
	first, second, words := read, read, "Mine."
	first.Description, second.Name = "Ours.", "Theirs"
	if err := db.EditServer(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"the row": db.EditServer(t.Context(), second),
		"a tool":  db.EditTool(t.Context(), second, "today", &words, nil),
	} {
		if guild.CodeOf(err) != guild.CodeConflict {
			t.Errorf("a second edit of %s: %v; want a conflict", what, err)
		}
	}
	got, err := db.Server(t.Context(), read.ID)
	if err != nil || got.Description != "Ours." || got.Name != read.Name || got.Tools[0].Description == words {
		t.Errorf("after both, the row is %+v (%v)", got, err)
	}
	editTool(t, db, read.ID, "today", &words, nil)
	if err := db.EditServer(t.Context(), got); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("an edit of a row whose tool was changed: %v; want a conflict", err)
	}
}

func TestEditToolOfNoTool(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	row := seeded(t, db, weather())
	words := "x"
	if err := db.EditTool(t.Context(), row, "none", &words, nil); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("editing a tool that is not there: %v", err)
	}
	if err := db.AddServer(t.Context(), connector.Server{ID: guild.NewID(), Slug: "weather", Auth: connector.AuthNone}); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("adding a slug that is taken: %v", err)
	}
}

// A connector goes with its logins, and with the bindings that are about it even
// where they carry no login.
func TestDropServerTakesWhatItSays(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research")
	b.connect(t, b.tree["acme"], "one")
	off := binding.Row{Kind: binding.MCP, CatalogID: string(b.server.ID)}
	if err := b.db.PutBinding(t.Context(), b.tree["acme/research"].ID, off); err != nil {
		t.Fatal(err)
	}
	dry, err := b.db.DropServer(t.Context(), b.server.ID, true)
	if err != nil {
		t.Fatal(err)
	}
	went, err := b.db.DropServer(t.Context(), b.server.ID, false)
	if err != nil {
		t.Fatal(err)
	}
	want := postgres.Removal{Connections: []string{"tools at acme"}, ConnectionIDs: went.ConnectionIDs,
		Bindings: []string{"tools off at acme/research", "tools on at acme"}}
	if diff := cmp.Diff(want, dry); diff != "" {
		t.Errorf("what the dry run says (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(dry, went); diff != "" {
		t.Errorf("what went (-dry run +removal):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"acme"}, b.everything(t)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	kept := seeded(t, b.db, weather())
	if _, err := b.db.DropServer(t.Context(), kept.ID, false); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a seeded connector was dropped: %v", err)
	}
}
