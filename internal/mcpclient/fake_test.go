package mcpclient_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

const secret = "sk-s3cret/value+1"

// message is one HTTP request to a fake, with its JSON-RPC message if any.
type message struct {
	HTTP   *http.Request
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
}

// on is what a fake answers to one method; "GET" and "DELETE" stand for
// themselves.
type on map[string]func(w http.ResponseWriter, m message)

// fake is a server that does exactly what a test says, where a library's would
// know better. Without a say it behaves well and hands out sessions s-1, s-2...
type fake struct {
	URL string

	mu   sync.Mutex
	seen []message
	n    int
}

func newFake(t *testing.T, handlers on) *fake {
	t.Helper()
	f := &fake{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m := f.record(r)
		name := m.Method
		if name == "" {
			name = r.Method
		}
		if h := handlers[name]; h != nil {
			h(w, m)
			return
		}
		f.behave(w, m, name)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	f.URL = s.URL + "/mcp"
	return f
}

func (f *fake) record(r *http.Request) message {
	var m message
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &m) // a GET has no body
	m.HTTP = r
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, m)
	return m
}

func (f *fake) behave(w http.ResponseWriter, m message, name string) {
	switch {
	case name == "initialize":
		f.mu.Lock()
		f.n++
		w.Header().Set("Mcp-Session-Id", fmt.Sprintf("s-%d", f.n))
		f.mu.Unlock()
		reply(w, m, `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"fake","version":"1"}}`)
	case name == "GET":
		w.WriteHeader(http.StatusMethodNotAllowed)
	case name == "DELETE":
	case strings.HasPrefix(name, "notifications/"):
		w.WriteHeader(http.StatusAccepted)
	case name == "tools/list":
		reply(w, m, `{"tools":[]}`)
	case name == "tools/call":
		reply(w, m, `{"content":[{"type":"text","text":"done"}]}`)
	default:
		w.WriteHeader(http.StatusBadRequest)
	}
}

// got returns the requests of a method so far.
func (f *fake) got(name string) []message {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []message
	for _, m := range f.seen {
		if m.Method == name || m.Method == "" && m.HTTP.Method == name {
			out = append(out, m)
		}
	}
	return out
}

// awaits returns the first request of a method, which may still be on its way.
func (f *fake) awaits(t *testing.T, name string) message {
	t.Helper()
	eventually(t, name, func() bool { return len(f.got(name)) > 0 })
	return f.got(name)[0]
}

// eventually waits for what happens without anyone being told.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(10 * time.Second)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited in vain for: %s", what)
		}
	}
}

func reply(w http.ResponseWriter, m message, result string) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

func replyRaw(w http.ResponseWriter, status int, kind, body string) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	io.WriteString(w, body)
}

// stream answers with an event stream, flushed after each piece.
func stream(w http.ResponseWriter, pieces ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	for _, p := range pieces {
		io.WriteString(w, p)
		w.(http.Flusher).Flush()
	}
}

// event is a message event.
func event(data string) string { return "event: message\ndata: " + data + "\n\n" }

// textFor is the response to m whose result is one text.
func textFor(id, text string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`, id, quoted)
}

// logged is what the pool logs, from debug level up.
type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func direct(*http.Request) (*url.URL, error) { return nil, nil }

// newPool returns a pool that is closed with the test, and whose log must not
// hold the credential.
func newPool(t testing.TB, o mcpclient.Options) *mcpclient.Pool {
	t.Helper()
	log := &logged{}
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	if o.Proxy == nil {
		o.Proxy = direct
	}
	p := mcpclient.New(o)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := p.Close(ctx); err != nil {
			t.Errorf("closing the pool: %v", err)
		}
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds the credential:\n%s", log.String())
		}
	})
	return p
}

func loginTo(url string) mcpclient.Login {
	return mcpclient.Login{ID: guild.NewID(), URL: url, Header: http.Header{"Authorization": {"Bearer " + secret}}}
}

// start returns a started server with the credential that loginTo sends.
func start(t testing.TB, o mcptest.Options) (*mcptest.Server, string) {
	t.Helper()
	o.Header, o.Value = "Authorization", "Bearer "+secret
	s := mcptest.New(o)
	url := s.Start()
	t.Cleanup(s.Close)
	return s, url
}

func call(t *testing.T, p *mcpclient.Pool, l mcpclient.Login, tool, args string) mcpclient.Result {
	t.Helper()
	r, err := p.Call(t.Context(), l, tool, json.RawMessage(args), nil)
	if err != nil {
		t.Fatalf("calling %s: %v", tool, err)
	}
	return r
}

func echoes(t *testing.T, p *mcpclient.Pool, l mcpclient.Login, text string) {
	t.Helper()
	if got := call(t, p, l, "echo", fmt.Sprintf(`{"message":%q}`, text)); got.Text != text || got.Failed {
		t.Errorf("echo returned %+v, want %q", got, text)
	}
}

// coded fails the test unless err has that code and says every one of want, and
// nothing of the credential or of a query string.
func coded(t *testing.T, err error, code guild.Code, want ...string) {
	t.Helper()
	var e *guild.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("error %v (%s), want the code %s", err, guild.CodeOf(err), code)
	}
	for _, w := range want {
		if !strings.Contains(e.Msg, w) {
			t.Errorf("the error %q does not say %q", e.Msg, w)
		}
	}
	for _, bad := range []string{secret, url.QueryEscape(secret), "key="} {
		if strings.Contains(e.Msg, bad) {
			t.Errorf("the error %q holds %q", e.Msg, bad)
		}
	}
}
