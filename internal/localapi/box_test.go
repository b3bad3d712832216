package localapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/localapi/agents"
	"github.com/guildsbox/guilds/internal/localapi/artifacts"
	"github.com/guildsbox/guilds/internal/localapi/collections"
	"github.com/guildsbox/guilds/internal/localapi/groups"
	"github.com/guildsbox/guilds/internal/localapi/issues"
	"github.com/guildsbox/guilds/internal/localapi/natives"
	"github.com/guildsbox/guilds/internal/localapi/runs"
	"github.com/guildsbox/guilds/internal/localapi/schedules"
	"github.com/guildsbox/guilds/internal/localapi/secrets"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
	"github.com/guildsbox/guilds/internal/native/memory"
	"github.com/guildsbox/guilds/internal/native/note"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/seal"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// canary is the credential of every login, which no answer may show.
const canary = "canary-4f7Qz81x"

// box is the API over its unix socket and over TCP, on a database of its own with
// some scopes, and with the connector tools, whose server is real.
type box struct {
	hub    *run.Hub
	db     *pgtest.Recorder
	tree   map[string]guild.Scope
	tools  connector.Server
	mcp    *mcptest.Server
	vault  *secret.Vault
	socket string
	tcp    string // base address
	local  *client.Client
}

// seeds are the product's connectors as far as these tests need any.
var seeds = []connector.Connector{
	{Slug: "mail", Name: "Mail", URL: "https://mail.test/mcp", Auth: connector.AuthOAuth, Unbuilt: "browser logins come later"},
	{Slug: "github", Name: "GitHub", URL: "https://api.github.com", Auth: connector.AuthOAuth},
	{Slug: "weather", Name: "Weather", URL: "https://weather.test/mcp", Auth: connector.AuthToken, Published: []connector.PublishedTool{{Name: "today"}}},
}

// newBox starts a box. may decides who may use its socket, and is everybody when
// it is nil.
func newBox(t testing.TB, may func(localapi.Peer) bool) *box {
	t.Helper()
	b := &box{hub: &run.Hub{}, db: &pgtest.Recorder{DB: pgtest.New(t)}, mcp: mcptest.New(mcptest.Options{Header: "Authorization", Value: "Bearer " + canary})}
	t.Cleanup(b.db.Follow(t.Context(), slog.New(slog.DiscardHandler), postgres.Hearing{Run: b.hub.Heard}))
	b.tree = pgtest.Tree(t, b.db.DB, "acme", "acme/research", "acme/research/scout", "acme/ops", "beta")
	if err := b.db.SeedCatalog(t.Context(), seeds); err != nil {
		t.Fatal(err)
	}
	b.tools = pgtest.AddServer(t, b.db.DB, connector.Server{
		Slug: "tools", URL: b.mcp.Start(), Auth: connector.AuthToken, Header: connector.Header{Name: "Authorization", Scheme: "Bearer"},
	})
	t.Cleanup(b.mcp.Close)
	b.vault = &secret.Vault{Store: b.db, Sealer: seal.New(seal.NewKey())}
	log := slog.New(slog.DiscardHandler)
	pool := mcpclient.New(mcpclient.Options{Logger: log})
	t.Cleanup(func() { _ = pool.Close(t.Context()) }) // the test is over, so ctx is, and calls are cut off
	integrations := integration.New(func(string) string { return "" })
	own := nativesOf(b.db.DB, integrations)
	s := &localapi.Server{
		DB: b.db.DB, Seeds: seeds, Natives: own, Integrations: integrations, Metrics: prometheus.NewRegistry(), Log: log,
		Logins: &connection.Logins{
			Store: connection.Remember(b.db, b.db.Generation), Sessions: pool, Sealer: seal.New(seal.NewKey()), Seeds: seeds, Log: log,
			Upstream: func(string) (string, bool) { return "", false },
		},
		Box: localapi.Box{StartedAt: time.Now(), StateDir: "/state", Sessions: pool.Len, Warnings: func() []string { return nil }, Settings: []api.Setting{}},
		Areas: []localapi.Area{
			runs.Area{DB: b.db.DB, Hub: b.hub, Secrets: maskCanary},
			agents.Area{DB: b.db.DB},
			artifacts.Area{DB: b.db.DB},
			schedules.Area{DB: b.db.DB, Now: time.Now},
			collections.Area{DB: b.db.DB},
			natives.Area{
				DB: b.db.DB, Natives: own, Log: log, Record: b.db.RecordCall,
				Secrets: maskCanary,
			},
			secrets.Area{DB: b.db.DB, Vault: b.vault}, issues.Area{DB: b.db.DB},
			groups.Area{DB: b.db.DB, Chat: &group.Chat{
				Store: postgres.Groups{DB: b.db.DB}, Log: log,
				Secrets: secret.NewRedaction(b.db.Generation, b.vault.Source).Set,
			}},
		},
	}
	b.addModels(t, s)
	if may == nil {
		may = func(localapi.Peer) bool { return true }
	}
	handler := s.Handler()
	b.serveSocket(t, s.Socket(handler, may))
	tcp := httptest.NewServer(s.Tokens(handler))
	t.Cleanup(tcp.Close)
	b.tcp, b.local = tcp.URL, client.Unix(b.socket)
	return b
}

// nativesOf are the note tools and memory_write, over a box's database.
func nativesOf(db *postgres.DB, integrations *integration.Registry) offer.Natives {
	return offer.Natives{
		Tools:   append(note.Tools(postgres.AgentNotes{DB: db}), memory.Tools(db)...),
		Missing: integrations.Missing,
		Flags: func(ctx context.Context, agent guild.ID) (offer.Flags, error) {
			s, err := db.AgentSettings(ctx, agent)
			return offer.Flags{Browser: s.Browser, Coding: s.Coding, Scripting: s.Scripting, Memory: s.Memory}, err
		},
	}
}

func (b *box) serveSocket(t testing.TB, handler http.Handler) {
	t.Helper()
	dir, err := os.MkdirTemp("", "api") // t.TempDir may be longer than a socket's path
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	b.socket = filepath.Join(dir, "s")
	listener, err := net.Listen("unix", b.socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler, ConnContext: localapi.RememberPeer}
	go func() { _ = server.Serve(listener) }() // ends with Close
	t.Cleanup(func() { _ = server.Close() })
}

// token makes a token at a scope, and returns its secret.
func (b *box) token(t testing.TB, path string, role access.Role) string {
	t.Helper()
	secret := access.NewSecret()
	row := access.Token{ID: guild.NewID(), Role: role, Scope: b.tree[path]}
	if _, err := b.db.CreateToken(t.Context(), row, access.Hash(secret)); err != nil {
		t.Fatal(err)
	}
	return secret
}

// at returns a client that holds a token.
func (b *box) at(t testing.TB, path string, role access.Role) *client.Client {
	t.Helper()
	c, err := client.TCP(b.tcp, b.token(t, path, role))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (b *box) id(path string) string { return string(b.tree[path].ID) }

// connect connects tools at a scope.
func (b *box) connect(t testing.TB, path string) api.Connection {
	t.Helper()
	c, err := b.local.Connect(t.Context(), api.NewConnection{
		ServerID: string(b.tools.ID), ScopeID: b.id(path), Fields: map[string]string{connector.Token: canary},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// answer is an answer as it came.
type answer struct {
	status int
	header http.Header
	body   string
}

// problem returns the problem document, and fails the test where the answer is
// none of one.
func (a answer) problem(t testing.TB) api.Problem {
	t.Helper()
	var p api.Problem
	if kind := a.header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("HTTP %d has the content type %q; want a problem document\n%s", a.status, kind, a.body)
	}
	if err := json.Unmarshal([]byte(a.body), &p); err != nil || p.Code == "" || p.Status != a.status || p.Title == "" {
		t.Errorf("HTTP %d holds the problem %s (%v)", a.status, a.body, err)
	}
	return p
}

// send sends a request as it stands over the socket, or with a token over TCP.
func (b *box) send(t testing.TB, token, method, target, body string, header ...string) answer {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	base := b.tcp
	if token == "" {
		base = "http://guildsd"
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", b.socket)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), method, base+target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(bytes.TrimSpace(content))}
}

// wantProblem fails the test where err is not the problem with a code.
func wantProblem(t testing.TB, err error, code string, words ...string) {
	t.Helper()
	p, ok := err.(*api.Problem)
	if !ok || p.Code != code {
		t.Errorf("the error is %v; want the code %s", err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(p.Error(), w) {
			t.Errorf("the problem is %q; want the words %q in it", p.Error(), w)
		}
	}
}

// maskCanary masks the canary for every agent.
func maskCanary(context.Context, guild.Scope) (*redact.Set, error) {
	return redact.New(redact.Secret{Name: "canary", Value: canary}), nil
}
