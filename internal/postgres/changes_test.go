package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
	native "github.com/guildsbox/guilds/internal/native/record"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/record"
)

// following makes a handle hear of others' changes, and fails the test where it
// does not.
func following(t testing.TB, db *postgres.DB) {
	t.Helper()
	t.Cleanup(db.Follow(t.Context(), slog.New(slog.DiscardHandler), postgres.Hearing{}))
	if _, ok := db.Generation(); !ok {
		t.Fatal("others' changes are not heard of")
	}
}

// soon waits until something is so, as it must be within moments.
func soon(t testing.TB, what string, so func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(20 * time.Second); !so(); {
		select {
		case <-deadline:
			t.Fatalf("after 20 s it is still not so that %s", what)
		case <-tick.C:
		}
	}
}

// seldom are tables of which a statement may count that need not: it names others,
// and comes when somebody edits the catalog or chooses repositories.
var seldom = []string{"mcp_catalog_tools", "guild_repositories"}

// A statement counts where PostgreSQL plans to change rows of a table whose changes
// others are told, and only there.
func TestWhatCountsAsAChange(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	conn, err := db.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	counting := 0
	for _, sql := range slices.Sorted(maps.Keys(statements(t))) {
		bare, args, err := everyNameIsNull.RewriteQuery(t.Context(), conn.Conn(), sql, nil)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(bare, "$") && len(args) == 0 {
			args = []any{nil}
		}
		var plan string
		if err := conn.QueryRow(t.Context(), "explain (format json) "+bare, args...).Scan(&plan); err != nil {
			t.Errorf("%s\n%s", err, sql)
			continue
		}
		tables := changed(t, plan)
		counts := slices.ContainsFunc(tables, func(table string) bool { return tells(t, conn.Conn(), table) })
		if counts {
			counting++
		}
		if counts != postgres.MayChange(sql) && (counts || !slices.ContainsFunc(tables, func(table string) bool { return slices.Contains(seldom, table) })) {
			t.Errorf("that this statement counts is %v; want %v:\n%s", !counts, counts, sql)
		}
	}
	if counting < 20 {
		t.Errorf("only %d statements count; the search for them is broken", counting)
	}
	for sql, want := range map[string]bool{"create table x ()": true, "truncate scopes": true, "do $$ begin end $$": true, "commit": false} {
		if postgres.MayChange(sql) != want {
			t.Errorf("that %q counts is %v", sql, !want)
		}
	}
}

// changed returns the tables of which a plan changes rows.
func changed(t *testing.T, plan string) (tables []string) {
	t.Helper()
	type node struct {
		Type  string `json:"Node Type"`
		Table string `json:"Relation Name"`
		Plans []node
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(plan), &plans); err != nil {
		t.Fatal(err)
	}
	var walk func(node)
	walk = func(n node) {
		if n.Type == "ModifyTable" {
			tables = append(tables, n.Table)
		}
		for _, below := range n.Plans {
			walk(below)
		}
	}
	for _, p := range plans {
		walk(p.Plan)
	}
	return tables
}

// tells reports whether others are told of changes of a table.
func tells(t *testing.T, conn *pgx.Conn, table string) (told bool) {
	t.Helper()
	const ask = `select exists (select from pg_trigger where tgrelid = $1::regclass and tgname = 'tell_change' and tgenabled = 'O')`
	if err := conn.QueryRow(t.Context(), ask, table).Scan(&told); err != nil {
		t.Fatal(err)
	}
	return told
}

// A transaction counts at its commit, and only where it has changed what counts.
func TestATransactionCountsAtItsCommit(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	for _, tt := range []struct {
		sql   string
		grows bool
	}{
		{`update scopes set name = 'x' where level = 0`, true},
		{`select 1 from scopes for update`, false},
		{`delete from run_toolsets`, false},
	} {
		tx, err := db.Pool().Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), tt.sql); err != nil {
			t.Fatal(err)
		}
		before, _ := db.Generation()
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		if after, _ := db.Generation(); (after > before) != tt.grows {
			t.Errorf("after the commit of %q the generation went from %d to %d", tt.sql, before, after)
		}
	}
}

// Whatever the remembered reads read, others hear of its changes.
func TestWhatIsRememberedTellsItsChanges(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	conn, err := db.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	tables := map[string]bool{}
	for _, sql := range postgres.RememberedReads {
		bare, args, err := everyNameIsNull.RewriteQuery(t.Context(), conn.Conn(), sql, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range args { // a plan for null reads nothing
			bare = regexp.MustCompile(`\$`+strconv.Itoa(i+1)+`\b`).ReplaceAllString(bare, `'`+string(guild.PlatformID)+`'`)
		}
		var raw string
		if err := conn.QueryRow(t.Context(), "explain (format json) "+bare).Scan(&raw); err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`"Relation Name": "(\w+)"`).FindAllStringSubmatch(raw, -1) {
			tables[match[1]] = true
		}
	}
	if len(tables) < 5 {
		t.Fatalf("the plans read %v; the search for tables is broken", tables)
	}
	for table := range tables {
		if !tells(t, conn.Conn(), table) {
			t.Errorf("nobody is told of changes of %s", table)
		}
	}
}

// memory is a database with what is remembered of it.
type memory struct {
	db       *postgres.DB
	logins   *connection.Remembered
	verdicts *offer.Verdicts
	records  *native.Remembered
}

func remember(db *postgres.DB) memory { return rememberAs(db, db.Generation) }

func rememberAs(db *postgres.DB, generation memo.Generation) memory {
	return memory{db, connection.Remember(db, generation), offer.NewVerdicts(db.OfferRows, nil, generation), native.Remember(db, generation)}
}

// answers are what a call is decided by, in words, from memory or from the database.
func (m memory) answers(ctx context.Context, agent guild.Scope, login guild.ID, tool string, fresh bool) string {
	if fresh {
		m = rememberAs(m.db, never)
	}
	verdict, verdictErr := m.verdicts.Of(ctx, agent.ID, tool)
	stored, listed, err := m.logins.LoginWithTool(ctx, login, tool)
	reach, reachErr := m.records.Reach(ctx, agent, "")
	return fmt.Sprintf("%+v %v\n%+v %v\n%s %s %d/%d %s %+v %s %s %v", verdict, verdictErr, reach, reachErr, stored, stored.Status, stored.Epoch, stored.Refreshed,
		stored.Sealed, stored.Row.Header, listed.RemoteName, listed.InputSchema, err)
}

func never() (uint64, bool) { return 0, false }

// change is one thing that an operator, a server or a provider may change.
type change struct {
	name string
	do   func(t *testing.T, db *postgres.DB, s *site, n int) error
}

// site is what the changes are about.
type site struct {
	box
	login  guild.ID
	orders guild.ID // a collection of acme
}

func (s *site) addOrders(t *testing.T, db *postgres.DB) error {
	c, err := db.AddCollection(t.Context(), record.Collection{
		ID: guild.NewID(), Name: "orders", ScopeID: s.tree["acme"].ID, Columns: record.Columns{{Name: "a", Type: record.Text}, {Name: "b", Type: record.Text}},
	})
	s.orders = c.ID
	return err
}

var changes = []change{
	{"a tool off or on", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		at := s.tree[[]string{"acme", "acme/research", "acme/research/scout"}[n%3]]
		return db.PutBinding(t.Context(), at.ID, binding.Row{Kind: binding.MCPTool, CatalogID: "tools_one", Enabled: n%2 == 0})
	}},
	{"a server off or on", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		return db.PutBinding(t.Context(), s.tree["acme/research"].ID, binding.Row{Kind: binding.MCP, CatalogID: string(s.server.ID), Enabled: n%3 > 0})
	}},
	{"a binding taken back", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		return db.DeleteBinding(t.Context(), s.tree["acme/research"].ID, binding.MCPTool, "tools_one")
	}},
	{"a catalog edit", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		row, err := db.Server(t.Context(), s.server.ID)
		if err != nil {
			return err
		}
		row.Header.Scheme = fmt.Sprintf("Scheme%d", n)
		return db.EditServer(t.Context(), row)
	}},
	{"a refreshed token", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		_, err := db.Renew(t.Context(), s.login, func(connection.Stored) (connection.Renewal, error) {
			return connection.Renewal{Sealed: fmt.Appendf(nil, "sealed %d", n)}, nil
		})
		return err
	}},
	{"a login refused, and a new credential", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		stored, err := db.Login(t.Context(), s.login)
		if err != nil {
			return err
		}
		if stored.Status == connection.Connected {
			return db.MarkDisconnected(t.Context(), s.login, stored.Epoch)
		}
		l := s.newLogin(s.tree["acme"], "one", "two")
		l.ID, l.Sealed = s.login, fmt.Appendf(nil, "new %d", n)
		_, err = db.SaveLogin(t.Context(), l)
		return err
	}},
	{"another listing", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		l := listing("tools", []string{"one", "two"}[n%2:])
		for i := range l.Tools {
			l.Tools[i].InputSchema = json.RawMessage(fmt.Sprintf(`{"title":"%d"}`, n))
		}
		return db.SaveListing(t.Context(), s.login, l)
	}},
	{"another login", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		if _, err := db.DeleteConnection(t.Context(), s.login, false); err != nil {
			return err
		}
		l := s.newLogin(s.tree["acme"], "one", "two")
		s.login = l.ID
		_, err := db.SaveLogin(t.Context(), l)
		return err
	}},
	{"a collection granted, or an agent kept out", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		to := s.tree[[]string{"acme/research", "acme/research/scout"}[n%2]]
		return db.PutGrant(t.Context(), s.orders, to.ID, []record.Access{record.Read, record.None, record.Write}[n%3])
	}},
	{"a grant taken back", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		return db.DeleteGrant(t.Context(), s.orders, s.tree["acme/research/scout"].ID)
	}},
	{"another column", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		_, _, err := db.AlterCollection(t.Context(), s.orders, record.Alteration{
			Drop: []string{"a"}, Add: []record.Column{{Name: "a", Type: record.Number, Description: strconv.Itoa(n)}},
		}, false)
		return err
	}},
	{"another collection", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		err := db.DeleteCollection(t.Context(), s.orders)
		if err != nil {
			return err
		}
		return s.addOrders(t, db)
	}},
	{"a scope gone and come", func(t *testing.T, db *postgres.DB, s *site, n int) error {
		if _, err := db.DeleteScope(t.Context(), s.tree["acme/research/scout"].ID, false); err != nil {
			return err
		}
		made, err := db.CreateScope(t.Context(), s.tree["acme/research"], "scout", "")
		s.tree["acme/research/scout"] = made.Scope
		return err
	}},
}

// Whatever is changed in whatever order, what is remembered holds no answer of before:
// at once where this daemon made the change, within moments where another did.
func TestNothingRememberedIsStale(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	var handles [2]*postgres.DB
	for i := range handles {
		db, err := postgres.Open(t.Context(), url, postgres.Options{MaxConns: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		following(t, db)
		handles[i] = db
	}
	own := remember(handles[0])
	s := &site{box: boxOn(t, handles[0], "acme", "acme/research", "acme/research/scout")}
	s.login = s.connect(t, s.tree["acme"], "one", "two").ID
	if err := s.addOrders(t, handles[0]); err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for n := range 300 {
		c, other := changes[random.IntN(len(changes))], random.IntN(3) == 0
		db := handles[0]
		if other {
			db = handles[1]
		}
		before, login := s.tree["acme/research/scout"], s.login
		if err := c.do(t, db, s, random.IntN(1000)); err != nil {
			t.Fatalf("seed %d, change %d, %s: %v", seed, n, c.name, err)
		}
		// What is gone is asked for too: it must be gone from memory.
		for _, ask := range []struct {
			agent guild.Scope
			login guild.ID
		}{{s.tree["acme/research/scout"], s.login}, {before, login}} {
			want := own.answers(t.Context(), ask.agent, ask.login, "tools_one", true)
			got := func() string { return own.answers(t.Context(), ask.agent, ask.login, "tools_one", false) }
			if other {
				soon(t, "another daemon's change holds: "+c.name, func() bool { return got() == want })
			} else if diff := cmp.Diff(want, got()); diff != "" {
				t.Fatalf("seed %d, change %d, %s (-database +memory):\n%s", seed, n, c.name, diff)
			}
		}
	}
}

// A change holds for every read that begins after it was made, however many run.
func TestNothingRememberedIsStaleUnderRace(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	following(t, b.db)
	login := b.connect(t, b.tree["acme"], "one")
	m := remember(b.db)
	var made atomic.Int64
	done := make(chan struct{})
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				least := made.Load()
				stored, _, err := m.logins.LoginWithTool(t.Context(), login.ID, "tools_one")
				got, _ := strconv.ParseInt(strings.TrimPrefix(string(stored.Sealed), "sealed"), 10, 64)
				if err != nil || got < least {
					t.Errorf("a read that began after change %d saw %d (%v)", least, got, err)
					return
				}
			}
		})
	}
	for n := range int64(200) {
		_, err := b.db.Renew(t.Context(), login.ID, func(connection.Stored) (connection.Renewal, error) {
			return connection.Renewal{Sealed: fmt.Appendf(nil, "sealed%d", n+1)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		made.Store(n + 1)
	}
	close(done)
	wait.Wait()
}

// While others' changes are not heard of, nothing is answered from memory; when they
// are again, nothing from before.
func TestALostListener(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	following(t, b.db)
	before, _ := b.db.Generation()
	const cut = `select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and query ilike '%guilds_changes%' and pid <> pg_backend_pid()`
	var n int
	if err := b.db.Pool().QueryRow(t.Context(), cut).Scan(&n); err != nil || n != 1 {
		t.Fatalf("%d listeners were cut off (%v); want 1", n, err)
	}
	soon(t, "it is heard again, as another generation", func() bool {
		now, ok := b.db.Generation()
		return ok && now > before
	})
}

func TestAListenerThatStops(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	stop := db.Follow(t.Context(), slog.New(slog.DiscardHandler), postgres.Hearing{})
	if _, ok := db.Generation(); !ok {
		t.Error("others' changes are not heard of")
	}
	stop()
	if _, ok := db.Generation(); ok {
		t.Error("others' changes count as heard of after the stop")
	}
}
