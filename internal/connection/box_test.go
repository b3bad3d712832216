package connection_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/seal"
)

// canary is a credential that nothing may ever show.
const canary = "canary-4f7Qz81x"

// box is what logins live in: a database, sessions, and the organisation acme.
type box struct {
	url    string // of the database
	db     *pgtest.Recorder
	pool   *mcpclient.Pool
	logins *connection.Logins
	acme   guild.Scope
	log    *logBuffer
	stale  chan guild.ID // logins whose server said that its tools changed
}

func newBox(t testing.TB, seeds ...connector.Connector) *box {
	t.Helper()
	url := pgtest.URL(t)
	db, err := postgres.Open(t.Context(), url, postgres.Options{Name: "box", MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	b := &box{url: url, db: &pgtest.Recorder{DB: db}, log: &logBuffer{}, stale: make(chan guild.ID, 16)}
	t.Cleanup(b.db.Follow(t.Context(), slog.New(slog.DiscardHandler), postgres.Hearing{}))
	b.acme = pgtest.Tree(t, b.db.DB, "acme")["acme"]
	if err := b.db.SeedCatalog(t.Context(), seeds); err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.NewTextHandler(b.log, nil))
	b.pool = mcpclient.New(mcpclient.Options{Logger: logger, ListChanged: func(id guild.ID) {
		if err := b.db.MarkStale(t.Context(), id); err != nil {
			t.Error(err)
		}
		b.stale <- id
	}})
	t.Cleanup(func() { _ = b.pool.Close(t.Context()) }) // the test is over, so ctx is, and calls are cut off
	b.logins = &connection.Logins{
		Store: connection.Remember(b.db, b.db.Generation), Sessions: b.pool, Sealer: seal.New(seal.NewKey()), Seeds: seeds, Log: logger,
		Upstream: func(string) (string, bool) { return "", false },
		Files:    func(guild.ID) connector.Files { return connector.NoFiles("there is no sandbox here") },
	}
	return b
}

// server adds a connector that takes a bearer token.
func (b *box) server(t testing.TB, url string) connector.Server {
	t.Helper()
	return pgtest.AddServer(t, b.db.DB, connector.Server{
		Slug: "tools", URL: url, Auth: connector.AuthToken, Header: connector.Header{Name: "Authorization", Scheme: "Bearer"},
	})
}

// seeded returns the row of a connector of the product.
func (b *box) seeded(t testing.TB, slug string) connector.Server {
	t.Helper()
	rows, err := b.db.Servers(t.Context())
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

func token(value string) map[string]string { return map[string]string{connector.Token: value} }

// connect connects the row at acme with the canary.
func (b *box) connect(t testing.TB, row connector.Server) connection.Connection {
	t.Helper()
	c, err := b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(canary)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// read returns a login as it is stored now.
func (b *box) read(t testing.TB, id guild.ID) connection.Connection {
	t.Helper()
	stored, err := b.db.Login(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return stored.Connection
}

// names returns the tools of a login.
func (b *box) names(t testing.TB, id guild.ID) []string {
	t.Helper()
	tools, err := b.db.Tools(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tool := range tools {
		out = append(out, tool.Name)
	}
	return out
}

// call calls a tool of a login, and fails the test where that is an error.
func (b *box) call(t testing.TB, id guild.ID, tool, args string) connection.CallRecord {
	t.Helper()
	record, err := b.logins.Call(t.Context(), connection.Call{Connection: id, Tool: tool, Arguments: json.RawMessage(args), Caller: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// logBuffer keeps what is logged, for a test to read while others write.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) holds(text string) bool { return strings.Contains(l.text(), text) }

// wantCode fails the test where err has another code, or shows the canary.
func wantCode(t testing.TB, err error, code guild.Code, words ...string) {
	t.Helper()
	if err == nil || guild.CodeOf(err) != code {
		t.Errorf("the error is %v; want the code %s", err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error is %q; want the words %q in it", err, w)
		}
	}
	if strings.Contains(err.Error(), canary) {
		t.Errorf("the error shows the credential: %q", err)
	}
}

func (l *logBuffer) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}
