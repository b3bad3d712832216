// Package mcptest is a small but real MCP server on mcp-go, for tests, scripts
// and benchmarks of whatever calls remote tools. It listens on the loopback
// address only.
package mcptest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options choose how a Server behaves.
type Options struct {
	// Header and Value are the credential that every request must carry; the
	// rest gets 401 and a JSON body. An empty Value asks for none: something else
	// guards the server then.
	Header, Value string
	// Lost400 answers a session that the server has forgotten as the reference
	// servers do, with 400 and a message, instead of the 404 of the
	// specification.
	Lost400 bool
	// NoListening answers 405 to the GET for the server's own stream.
	NoListening bool
	// Stateless speaks revision 2026-07-28 only. Without it the server speaks
	// both eras, as mcp-go does.
	Stateless bool
	// TTL is sent with tools/list in revision 2026-07-28, if not 0.
	TTL time.Duration
}

// Server is an http.Handler with the tools echo, add, big, fail, slow, image
// and leak, described where they are declared.
type Server struct {
	opts     Options
	mcp      *server.MCPServer
	http     *server.StreamableHTTPServer
	sessions sessions
	started  chan struct{}
	stopped  chan struct{}

	mu    sync.Mutex
	calls map[string]int // by tool
	inits int
	dels  int

	listener *httptest.Server
}

// New returns a server; Start, or any HTTP server that it is given to as a
// handler, makes it reachable.
func New(o Options) *Server {
	s := &Server{
		opts: o, calls: map[string]int{},
		sessions: sessions{calls: map[string]int{}},
		started:  make(chan struct{}, 1024), stopped: make(chan struct{}, 1024),
	}
	hooks := &server.Hooks{}
	hooks.AddBeforeInitialize(func(context.Context, any, *mcp.InitializeRequest) { s.count(&s.inits) })
	hooks.AddBeforeCallTool(func(ctx context.Context, _ any, r *mcp.CallToolRequest) { s.called(ctx, r.Params.Name) })
	options := []server.ServerOption{server.WithToolCapabilities(true), server.WithHooks(hooks)}
	if o.TTL > 0 {
		options = append(options, server.WithMethodCacheHints(mcp.MethodToolsList, o.TTL.Milliseconds(), mcp.CacheScopePrivate))
	}
	s.mcp = server.NewMCPServer("mcptest", "1.0.0", options...)
	s.mcp.AddTools(s.tools()...)
	s.http = server.NewStreamableHTTPServer(s.mcp,
		server.WithSessionIdManager(&s.sessions),
		server.WithDisableStreaming(o.NoListening),
		server.WithStreamableHTTPLogger(slog.New(slog.DiscardHandler)))
	return s
}

// Start makes the server listen on a free port of 127.0.0.1 and returns the
// address of its endpoint. Close ends it.
func (s *Server) Start() string {
	s.listener = httptest.NewServer(s)
	return s.listener.URL + "/mcp"
}

// Close ends a started server, its streams and its connections.
func (s *Server) Close() {
	s.listener.CloseClientConnections()
	s.listener.Close()
}

// Restart forgets every session and ends the streams, as the restart of a
// server behind a proxy does. Connections stay.
func (s *Server) Restart() {
	s.sessions.forget()
	s.http.CloseSessions(context.Background())
}

// AddTool adds one more echo under another name, which sends
// notifications/tools/list_changed to everyone who listens.
func (s *Server) AddTool(name string) {
	s.mcp.AddTool(echo(name), s.echo)
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	session := r.Header.Get(server.HeaderKeySessionID)
	if r.Method == http.MethodDelete {
		s.count(&s.dels)
	}
	switch {
	case s.opts.Value != "" && r.Header.Get(s.opts.Header) != s.opts.Value:
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		answer(w, http.StatusUnauthorized, `{"error":"invalid_token","error_description":"The key is not known here."}`)
	case s.opts.Stateless && r.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case s.opts.Stateless && !mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)):
		answer(w, http.StatusBadRequest, `{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":""}}}`)
	case s.opts.Lost400 && session != "" && !s.sessions.known(session):
		answer(w, http.StatusBadRequest, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}`)
	default:
		s.http.ServeHTTP(w, r)
	}
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client has gone if this fails, and there is nobody to tell.
	_, _ = w.Write([]byte(body))
}

// sessions is the server's memory of session ids.
type sessions struct {
	mu    sync.Mutex
	calls map[string]int // tool calls by session id
}

var _ server.SessionIdManager = (*sessions)(nil)

// Generate implements server.SessionIdManager.
func (s *sessions) Generate() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := "session-" + rand.Text()
	s.calls[id] = 0
	return id
}

// Validate implements server.SessionIdManager.
func (s *sessions) Validate(id string) (terminated bool, err error) { return !s.known(id), nil }

// Terminate implements server.SessionIdManager.
func (s *sessions) Terminate(id string) (notAllowed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, id)
	return false, nil
}

func (s *sessions) known(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.calls[id]
	return ok
}

func (s *sessions) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.calls)
}
