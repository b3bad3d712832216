package postgres_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// box is a database with scopes and one connector, whose slug is tools.
type box struct {
	db     *postgres.DB
	tree   map[string]guild.Scope
	server connector.Server
}

func newBox(t testing.TB, paths ...string) box {
	t.Helper()
	return boxOn(t, pgtest.New(t), paths...)
}

func boxOn(t testing.TB, db *postgres.DB, paths ...string) box {
	t.Helper()
	return box{
		db: db, tree: pgtest.Tree(t, db, paths...),
		server: pgtest.AddServer(t, db, connector.Server{Slug: "tools", URL: "http://127.0.0.1:1/mcp", Auth: connector.AuthToken}),
	}
}

// listing lists tools with these remote names. off are Off at the owner on first
// sight.
func listing(slug string, names []string, off ...string) connection.Listing {
	l := connection.Listing{FreshFor: time.Minute, Revision: "2025-06-18"}
	for _, name := range names {
		l.Tools = append(l.Tools, connection.Tool{
			RemoteName: name, Name: slug + "_" + name, Description: "Does " + name + ".", InputSchema: json.RawMessage(`{"type":"object"}`),
		})
	}
	for _, name := range off {
		l.DefaultOff = append(l.DefaultOff, slug+"_"+name)
	}
	return l
}

func (b box) newLogin(scope guild.Scope, names ...string) connection.NewLogin {
	return connection.NewLogin{ID: guild.NewID(), ServerID: b.server.ID, ScopeID: scope.ID, Sealed: []byte("sealed"), Listing: listing(b.server.Slug, names)}
}

// connect saves a login that lists tools with these remote names.
func (b box) connect(t testing.TB, scope guild.Scope, names ...string) connection.Connection {
	t.Helper()
	return b.save(t, b.newLogin(scope, names...))
}

func (b box) save(t testing.TB, l connection.NewLogin) connection.Connection {
	t.Helper()
	c, err := b.db.SaveLogin(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// bindings returns the bindings at a scope, as "name on" or "name off".
func (b box) bindings(t testing.TB, scope guild.Scope) []string {
	t.Helper()
	rows, err := b.db.Bindings(t.Context(), scope.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range rows {
		out = append(out, r.Name+" "+map[bool]string{true: "on", false: "off"}[r.Enabled])
	}
	return out
}

// everything returns what is stored of organisations, logins, bindings and
// tokens, in words.
func (b box) everything(t testing.TB) []string {
	t.Helper()
	organisation := guild.Organisation
	scopes, err := b.db.Scopes(t.Context(), postgres.ScopeFilter{Level: &organisation})
	if err != nil {
		t.Fatal(err)
	}
	out := pathsOf(scopes)
	logins, err := b.db.Connections(t.Context(), postgres.ConnectionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range logins {
		out = append(out, c.String())
	}
	bindings, err := b.db.Bindings(t.Context(), "", guild.PlatformID)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range bindings {
		out = append(out, fmt.Sprintf("%s %s at %s", r.Name, map[bool]string{true: "on", false: "off"}[r.Enabled], r.Scope))
	}
	tokens, err := b.db.Tokens(t.Context(), guild.PlatformID)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		out = append(out, token.Label+" at "+token.Scope.Path)
	}
	return out
}

// loginAt returns the id of the login that a scope owns.
func (b box) loginAt(t testing.TB, path string) guild.ID {
	t.Helper()
	rows, err := b.db.Connections(t.Context(), postgres.ConnectionFilter{Within: b.tree[path].ID})
	if err != nil || len(rows) == 0 || rows[0].Scope != path {
		t.Fatalf("%s owns no login: %v (%v)", path, rows, err)
	}
	return rows[0].ID
}
