package mcpclient_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

func TestCase32RedirectToAnotherOriginIsRefused(t *testing.T) {
	t.Parallel()
	other := newFake(t, on{})
	f := newFake(t, on{"initialize": func(w http.ResponseWriter, m message) {
		http.Redirect(w, m.HTTP, other.URL+"?key=s3cret", http.StatusTemporaryRedirect)
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	l.Header.Set("X-Api-Key", secret)
	_, err := p.Call(t.Context(), l, "x", nil, nil)
	coded(t, err, guild.CodeUpstream, "redirect to another origin")
	if n := len(other.seen); n != 0 {
		t.Errorf("the other origin got %d requests", n)
	}
}

func TestCase32RedirectWithinTheOriginKeepsCallAndCredential(t *testing.T) {
	t.Parallel()
	for _, status := range []int{307, 308} {
		inner := newFake(t, on{})
		mux := http.NewServeMux()
		mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/mcp/", status) })
		mux.HandleFunc("/mcp/", func(w http.ResponseWriter, r *http.Request) { inner.behave(w, inner.record(r), inner.last()) })
		s := httptest.NewServer(mux)
		t.Cleanup(s.Close)
		p := newPool(t, mcpclient.Options{})
		if got := call(t, p, loginTo(s.URL+"/mcp"), "x", `{"a":1}`); got.Text != "done" {
			t.Errorf("the call returned %q", got.Text)
		}
		m := inner.got("tools/call")[0]
		if m.HTTP.Header.Get("Authorization") != "Bearer "+secret || !strings.Contains(string(m.Params), `"arguments":{"a":1}`) {
			t.Errorf("after %d the server got %s with %v", status, m.Params, m.HTTP.Header)
		}
	}
}

// last is the name of the newest request.
func (f *fake) last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.seen[len(f.seen)-1]
	if m.Method == "" {
		return m.HTTP.Method
	}
	return m.Method
}

func TestCase33SessionsGoThroughTheProxy(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 16)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Method + " " + r.Host + " " + r.Header.Get("Authorization")
		w.WriteHeader(http.StatusBadGateway)
	}))
	t.Cleanup(proxy.Close)
	at, _ := url.Parse(proxy.URL)
	p := newPool(t, mcpclient.Options{Proxy: func(r *http.Request) (*url.URL, error) {
		if r.URL.Hostname() == "127.0.0.1" {
			return nil, nil
		}
		return at, nil
	}})
	_, err := p.List(t.Context(), loginTo("https://mcp.example.test/mcp?key=s3cret"))
	if err == nil || strings.Contains(err.Error(), "key=") {
		t.Errorf("the error is %v", err)
	}
	if got, want := <-seen, "CONNECT mcp.example.test:443 "; got != want {
		t.Errorf("the proxy saw %q, want %q", got, want)
	}
	f := newFake(t, on{})
	call(t, p, loginTo(f.URL), "x", "")
}

func TestCase34LoginHeadersDoNotChangeTheTransport(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{})
	p := newPool(t, mcpclient.Options{Version: "1.2.3"})
	l := loginTo(f.URL)
	l.Header = http.Header{
		"accept": {"application/json"}, "content-type": {"text/plain"}, "Mcp-Session-Id": {"mine"},
		"mcp-protocol-version": {"1999-01-01"}, "Content-Length": {"7"}, "Host": {"elsewhere.test"},
		"x-api-key": {secret}, "X-Team": {"a", "b"},
	}
	call(t, p, l, "x", "")
	for _, m := range append(f.got("initialize"), f.got("tools/call")...) {
		h := m.HTTP.Header
		got := []string{h.Get("Accept"), h.Get("Content-Type"), h.Get("X-Api-Key"), strings.Join(h.Values("X-Team"), "+"), h.Get("User-Agent")}
		want := []string{"application/json, text/event-stream", "application/json", secret, "a+b", "guilds/1.2.3"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s was sent with (-want +got)\n%s", m.Method, diff)
		}
		if h.Get("Mcp-Session-Id") == "mine" || h.Get("Mcp-Protocol-Version") == "1999-01-01" || m.HTTP.Host == "elsewhere.test" {
			t.Errorf("%s lets the login change the protocol: %v", m.Method, h)
		}
	}
}

func TestCredentialIsOnEveryRequest(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	call(t, p, l, "x", "")
	f.awaits(t, "GET")
	p.Forget(l.ID)
	f.awaits(t, "DELETE")
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.seen {
		if got := m.HTTP.Header.Get("Authorization"); got != "Bearer "+secret {
			t.Errorf("%s %s carries %q", m.HTTP.Method, m.Method, got)
		}
		if m.Method == "tools/call" && m.HTTP.Header.Get("Mcp-Protocol-Version") != "2025-11-25" {
			t.Errorf("%s names the revision %q", m.Method, m.HTTP.Header.Get("Mcp-Protocol-Version"))
		}
	}
}

func TestRefusedCredential(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 200)
	tests := []struct {
		name         string
		status       int
		kind, body   string
		want, absent string
	}{
		{"OAuth", 401, "application/json", `{"error":"invalid_token","error_description":"The token expired"}`, "(HTTP 401): The token expired", "invalid_token"},
		{"nested", 403, "application/json", `{"error":{"message":"No access to this workspace"}}`, "(HTTP 403): No access to this workspace", ""},
		{"plain word", 401, "application/json", `{"error":"unauthorized"}`, ": unauthorized", ""},
		{"JSON-RPC", 401, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`, ": Session not found", ""},
		{"problem", 403, "application/problem+json", `{"title":"Forbidden","detail":"Plan too small"}`, ": Plan too small", ""},
		{"text", 401, "text/plain; charset=utf-8", "Bad\nkey  here\n", ": Bad key here", ""},
		{"page", 401, "text/html", "<html><h1>Log in</h1></html>", "(HTTP 401)", "<h1>"},
		{"empty", 401, "", "", "(HTTP 401)", ""},
		{"repeats the key", 401, "application/json", `{"message":"unknown key sk-s3cret\/value+1 or sk-s3cret%2Fvalue%2B1"}`, "unknown key [redacted:credential] or [redacted:credential]", ""},
		{"long", 401, "text/plain", "a" + long, "a" + long[:298] + "...", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			refuse := func(w http.ResponseWriter, _ message) {
				w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://a.test/meta"`)
				replyRaw(w, tt.status, tt.kind, tt.body)
			}
			for _, method := range []string{"initialize", "tools/call"} {
				f := newFake(t, on{method: refuse})
				p := newPool(t, mcpclient.Options{})
				_, err := p.Call(t.Context(), loginTo(f.URL+"?key=s3cret"), "x", nil, nil)
				coded(t, err, guild.CodeRejected, tt.want)
				if tt.absent != "" && strings.Contains(err.Error(), tt.absent) {
					t.Errorf("the error %q holds %q", err, tt.absent)
				}
				var r *mcpclient.Refused
				if !errors.As(err, &r) {
					t.Fatalf("%v has no *Refused", err)
				}
				want := &mcpclient.Refused{Status: tt.status, Challenge: []string{`Bearer resource_metadata="https://a.test/meta"`}}
				if diff := cmp.Diff(want, r); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				if n := len(f.got(method)); n != 1 {
					t.Errorf("%s was sent %d times", method, n)
				}
			}
		})
	}
}

func TestOtherRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		status int
		body   string
		want   []string
		ran    bool
	}{
		{429, `{"message":"slow down"}`, []string{"HTTP 429 Too Many Requests", ": slow down"}, false},
		{500, `oops`, []string{"HTTP 500", ": oops"}, true},
		{400, `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"bad argument"}}`, []string{"HTTP 400", ": bad argument"}, false},
		{200, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such tool"}}`, []string{"error -32602", ": no such tool"}, false},
		{200, `{"jsonrpc":"2.0","id":%s,"error":"cursor_invalid"}`, []string{": cursor_invalid"}, false},
		{200, `not json at all`, []string{"not MCP"}, true},
		{200, `{"jsonrpc":"2.0","id":%s,"result":7}`, []string{"not MCP"}, true},
		{204, ``, []string{"not MCP"}, true},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.status, tt.body), func(t *testing.T) {
			t.Parallel()
			f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
				kind := "application/json"
				if tt.body == "oops" {
					kind = "text/plain"
				}
				replyRaw(w, tt.status, kind, strings.Replace(tt.body, "%s", string(m.ID), 1))
			}})
			p := newPool(t, mcpclient.Options{})
			_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
			coded(t, err, guild.CodeUpstream, append(tt.want, "http://127.0.0.1:")...)
			if got := strings.Contains(err.Error(), "may have happened"); got != tt.ran {
				t.Errorf("the error %q says may have happened: %t, want %t", err, got, tt.ran)
			}
			if n := len(f.got("tools/call")); n != 1 {
				t.Errorf("the call was sent %d times", n)
			}
		})
	}
}

func TestServerThatIsDownIsUnavailable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	p := newPool(t, mcpclient.Options{})
	_, err = p.Call(t.Context(), loginTo("http://"+l.Addr().String()+"/?key=s3cret"), "x", nil, nil)
	coded(t, err, guild.CodeUnavailable, "nothing accepts connections")
	if strings.Contains(err.Error(), "may have happened") {
		t.Errorf("nothing was sent, but the error is %q", err)
	}
}

func TestBadAddressIsRefusedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	p := newPool(t, mcpclient.Options{})
	for raw, code := range map[string]guild.Code{
		"http://mcp.example.test/?key=s3cret":   guild.CodeInvalid,
		"https://169.254.169.254/?key=s3cret":   guild.CodeDenied,
		"https://10.0.0.1/mcp?key=s3cret":       guild.CodeDenied,
		"https://u:p@mcp.example.test/mcp?key=": guild.CodeInvalid,
	} {
		_, err := p.List(t.Context(), loginTo(raw))
		coded(t, err, code)
	}
}

// A server that comes back on its old address while the client holds a session
// and dead connections: nothing was sent, so the call is tried again.
func TestServerThatComesBackIsFound(t *testing.T) {
	t.Parallel()
	listen := func(addr string) (net.Listener, *http.Server) {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		srv := &http.Server{Handler: mcptest.New(mcptest.Options{})}
		go srv.Serve(l)
		t.Cleanup(func() { srv.Close() })
		return l, srv
	}
	l, srv := listen("127.0.0.1:0")
	p := newPool(t, mcpclient.Options{})
	login := loginTo("http://" + l.Addr().String())
	echoes(t, p, login, "before")
	srv.Close()
	_, err := p.Call(t.Context(), login, "echo", json.RawMessage(`{"message":"x"}`), nil)
	if err == nil {
		t.Fatal("a call to a stopped server succeeded")
	}
	listen(l.Addr().String())
	echoes(t, p, login, "after")
}

// The first request of all finds nobody; by the second the server is there.
func TestServerThatIsJustComingUpIsAwaited(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	srv := &http.Server{Handler: mcptest.New(mcptest.Options{NoListening: true})}
	t.Cleanup(func() { srv.Close() })
	var requests atomic.Int32
	p := newPool(t, mcpclient.Options{Proxy: func(*http.Request) (*url.URL, error) {
		if requests.Add(1) == 2 {
			l, err := net.Listen("tcp", addr)
			if err != nil {
				return nil, err
			}
			go srv.Serve(l)
		}
		return nil, nil
	}})
	echoes(t, p, loginTo("http://"+addr), "hello")
}

func TestCredentialThatCannotBeSent(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{})
	l := loginTo(f.URL)
	l.Header = http.Header{"Authorization": {"Bearer " + secret + "\n"}}
	_, err := newPool(t, mcpclient.Options{}).Call(t.Context(), l, "x", nil, nil)
	coded(t, err, guild.CodeInvalid, "Authorization", "line break")
	if n := len(f.methods()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}
