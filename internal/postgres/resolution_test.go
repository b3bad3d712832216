package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// visible puts rows into words, sorted.
func visible(rows offer.Rows) []string {
	var out []string
	for _, c := range rows.Connections {
		out = append(out, "login "+c.String()+" "+string(c.Status))
	}
	for _, b := range rows.Bindings {
		out = append(out, fmt.Sprintf("binding %s at %s %t %t", b.Kind, b.Level, b.Enabled, b.Connection != ""))
	}
	for _, s := range rows.Servers {
		out = append(out, fmt.Sprintf("server %s %s %t %t", s.Slug, s.Auth, s.Published, s.Seeded))
	}
	for _, tool := range rows.Tools {
		out = append(out, "tool "+tool.Name+" "+tool.RemoteName)
	}
	slices.Sort(out)
	return out
}

func TestOfferRowsAreWhatAScopeSees(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/ops", "beta")
	b.connect(t, b.tree["acme"], "one", "two")
	b.connect(t, b.tree["acme/research/scout"], "three")
	b.connect(t, b.tree["acme/ops"], "four")
	b.connect(t, b.tree["beta"], "five")
	if err := b.db.PutBinding(t.Context(), b.tree["acme/research"].ID, binding.Row{Kind: binding.MCPTool, CatalogID: "tools_one"}); err != nil {
		t.Fatal(err)
	}
	research := []string{
		"binding mcp at organisation true true", "binding mcp_tool at guild false false", "login tools at acme connected",
		"server tools token true false", "tool tools_one one", "tool tools_two two",
	}
	for _, tt := range []struct {
		path, tool string
		want       []string
	}{
		{"platform", "", []string{"server tools token true false"}},
		{"acme/research", "", research},
		{"acme/research", "tools_one", slices.Delete(slices.Clone(research), 5, 6)},
		{"acme/research/scout", "tools_three", []string{
			"binding mcp at agent true true", "binding mcp at organisation true true", "binding mcp_tool at guild false false",
			"login tools at acme connected", "login tools at acme/research/scout connected", "server tools token true false", "tool tools_three three",
		}},
	} {
		rows, err := b.db.OfferRows(t.Context(), b.tree[tt.path].ID, tt.tool)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b.tree[tt.path], rows.Scope); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.path, diff)
		}
		if diff := cmp.Diff(tt.want, visible(rows)); diff != "" {
			t.Errorf("what %s sees of %q (-want +got):\n%s", tt.path, tt.tool, diff)
		}
	}
	if _, err := b.db.OfferRows(t.Context(), guild.NewID(), ""); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a scope that is not there: %v", err)
	}
}

// queryCount counts what is sent to the server.
type queryCount struct{ n atomic.Int64 }

func (c *queryCount) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *queryCount) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func TestOfferRowsIsOneQuery(t *testing.T) {
	t.Parallel()
	config, err := pgxpool.ParseConfig(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	count := &queryCount{}
	config.ConnConfig.Tracer = count
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	db := postgres.FromPool(pool)
	t.Cleanup(db.Close)
	agent := manyTools(t, db)
	before := count.n.Load()
	rows, err := db.OfferRows(t.Context(), agent, "")
	if err != nil || len(rows.Tools) != 1000 || len(rows.Connections) != 16 {
		t.Errorf("%d tools of %d logins (%v); want 1000 of 16", len(rows.Tools), len(rows.Connections), err)
	}
	if n := count.n.Load() - before; n != 1 {
		t.Errorf("%d queries; want 1", n)
	}
}

// manyTools makes an agent that sees 16 logins with 1,000 tools, among as many
// organisations again, and returns it.
func manyTools(t testing.TB, db *postgres.DB) guild.ID {
	t.Helper()
	b := box{db: db, tree: pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout", "beta", "gamma", "delta")}
	for i := range 16 {
		b.server = pgtest.AddServer(t, db, connector.Server{Slug: fmt.Sprintf("s%02d", i), URL: "http://127.0.0.1:1/mcp", Auth: connector.AuthNone})
		names := make([]string, 62+i/8) // 8 times 62 and 8 times 63
		for j := range names {
			names[j] = fmt.Sprintf("tool_%02d", j)
		}
		for _, owner := range []string{"acme", "beta", "gamma", "delta"} {
			b.connect(t, b.tree[owner], names...)
		}
	}
	return b.tree["acme/research/scout"].ID
}

// plan is a node of what EXPLAIN (FORMAT JSON) prints.
type plan struct {
	Node     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Plans    []plan
}

func (p plan) sequentialScans() (relations []string) {
	if strings.Contains(p.Node, "Seq Scan") {
		relations = append(relations, p.Relation)
	}
	for _, below := range p.Plans {
		relations = append(relations, below.sequentialScans()...)
	}
	return relations
}

// What grows with the box is reached by an index. The catalog is read whole, and
// is small.
func TestOfferRowsIsPlannedOnIndexes(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	agent := manyTools(t, db)
	if _, err := db.Pool().Exec(t.Context(), `
		insert into scopes (id, level, parent_id, slug)
		select gen_random_uuid(), 1, '00000000-0000-7000-8000-000000000000', 'o' || n from generate_series(1, 3000) n;
		insert into bindings (id, scope_id, catalog_kind, catalog_id, enabled)
		select gen_random_uuid(), id, 'native_tool', 'note_get', true from scopes where slug like 'o%';
		insert into mcp_connections (id, server_id, scope_id, status)
		select gen_random_uuid(), (select id from mcp_servers where slug = 's00'), id, 'pending' from scopes where slug like 'o%';
		insert into mcp_tools (connection_id, remote_name, name, input_schema, position)
		select c.id, 't' || n, 's00_t' || n, '{}', n from mcp_connections c, generate_series(1, 5) n where c.status = 'pending';
		analyze`); err != nil {
		t.Fatal(err)
	}
	var raw []byte
	err := db.Pool().QueryRow(t.Context(), "explain (format json) "+postgres.SelectOfferRows,
		pgx.NamedArgs{"scope": agent, "tool": nil}).Scan(&raw)
	if err != nil {
		t.Fatal(err)
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(raw, &plans); err != nil {
		t.Fatal(err)
	}
	for _, relation := range plans[0].Plan.sequentialScans() {
		if relation != "mcp_servers" {
			t.Errorf("%s is read from end to end", relation)
		}
	}
}
