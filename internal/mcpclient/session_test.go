package mcpclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// oldSession answers with gone for calls of the first session, and well after.
func oldSession(gone func(w http.ResponseWriter, m message)) on {
	return on{"tools/call": func(w http.ResponseWriter, m message) {
		if m.HTTP.Header.Get("Mcp-Session-Id") == "s-1" {
			gone(w, m)
			return
		}
		reply(w, m, `{"content":[{"type":"text","text":"done"}]}`)
	}}
}

// reopened checks that a call on a lost session came back well, after exactly
// one more initialize, without the old session's id, and one more call.
func reopened(t *testing.T, gone func(w http.ResponseWriter, m message)) {
	t.Helper()
	f := newFake(t, oldSession(gone))
	p := newPool(t, mcpclient.Options{})
	if got := call(t, p, loginTo(f.URL), "x", `{}`); got.Text != "done" {
		t.Errorf("the call returned %q", got.Text)
	}
	inits := f.got("initialize")
	if len(inits) != 2 {
		t.Fatalf("%d initialize requests, want 2", len(inits))
	}
	if id := inits[1].HTTP.Header.Get("Mcp-Session-Id"); id != "" {
		t.Errorf("the second initialize names the session %s", id)
	}
	if n := len(f.got("tools/call")); n != 2 {
		t.Errorf("%d calls, want 2", n)
	}
	if n := len(f.got("DELETE")); n != 0 {
		t.Errorf("%d DELETE for a session that the server does not know", n)
	}
}

func TestCase12SessionNotFoundIsReopenedOnce(t *testing.T) {
	t.Parallel()
	reopened(t, func(w http.ResponseWriter, _ message) { w.WriteHeader(http.StatusNotFound) })
}

func TestCase12SessionThatIsNeverFoundEnds(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"tools/call": func(w http.ResponseWriter, _ message) { w.WriteHeader(http.StatusNotFound) }})
	p := newPool(t, mcpclient.Options{})
	_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
	coded(t, err, guild.CodeUpstream, "HTTP 404")
	if n := len(f.got("tools/call")); n != 2 {
		t.Errorf("%d calls, want 2", n)
	}
}

func TestCase13SessionNotFoundInAnswers(t *testing.T) {
	t.Parallel()
	const note = `"message":"Session not found"`
	bodies := map[string]func(m message) (status int, kind, body string){
		"200 and -32000": func(m message) (int, string, string) {
			return 200, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,%s}}`, m.ID, note)
		},
		"200 and -32001": func(m message) (int, string, string) {
			return 200, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32001,%s}}`, m.ID, note)
		},
		"200 without id": func(message) (int, string, string) {
			return 200, "application/json", `{"error":{"code":-32000,` + note + `}}`
		},
		"200 with null id": func(message) (int, string, string) {
			return 200, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,` + note + `}}`
		},
		"stream without id": func(message) (int, string, string) {
			return 200, "text/event-stream", event(`{"jsonrpc":"2.0","error":{"code":-32001,` + note + `}}`)
		},
		"400 of the reference server": func(message) (int, string, string) {
			return 400, "application/json", `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}`
		},
		"400 not initialized": func(message) (int, string, string) {
			return 400, "application/json", `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}`
		},
		"400 in plain text": func(message) (int, string, string) {
			return 400, "text/plain", "Invalid session ID\n"
		},
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reopened(t, func(w http.ResponseWriter, m message) {
				status, kind, text := body(m)
				replyRaw(w, status, kind, text)
			})
		})
	}
}

func TestCase13WordsOfAToolReopenNothing(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"isError":     `"result":{"isError":true,"content":[{"type":"text","text":"Session not found"}]}`,
		"result":      `"result":{"content":[{"type":"text","text":"{\"error\":{\"code\":-32000,\"message\":\"Session not found\"}}"}]}`,
		"other code":  `"error":{"code":-32603,"message":"Session not found"}`,
		"other words": `"error":{"code":-32000,"message":"The session of parliament was not recorded"}`,
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
				replyRaw(w, 200, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, answer))
			}})
			p := newPool(t, mcpclient.Options{})
			r, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
			if strings.HasPrefix(answer, `"error"`) {
				coded(t, err, guild.CodeUpstream, "ession")
			} else if err != nil || !strings.Contains(r.Text, "Session not found") {
				t.Errorf("the call returned %+v, %v", r, err)
			}
			if n := len(f.got("tools/call")); n != 1 {
				t.Errorf("%d calls, want 1", n)
			}
		})
	}
}

func TestCase14ConnectionsDoNotShareSessions(t *testing.T) {
	t.Parallel()
	s, url := start(t, mcptest.Options{})
	p := newPool(t, mcpclient.Options{})
	a, b := loginTo(url), loginTo(url)
	for _, l := range []mcpclient.Login{a, b, b} {
		echoes(t, p, l, "hello")
	}
	counts := map[int]bool{}
	for _, n := range s.Sessions() {
		counts[n] = true
	}
	if diff := cmp.Diff(map[int]bool{1: true, 2: true}, counts); diff != "" {
		t.Errorf("calls by session (-want +got)\n%s", diff)
	}
	p.Forget(a.ID)
	eventually(t, "one session left", func() bool { return len(s.Sessions()) == 1 })
	echoes(t, p, b, "again")
	if got := s.Initializes(); got != 2 {
		t.Errorf("%d sessions were opened, want 2", got)
	}
	if p.Len() != 1 {
		t.Errorf("Len() = %d, want 1", p.Len())
	}
}

func TestConcurrentCallersShareOneOpening(t *testing.T) {
	t.Parallel()
	s, url := start(t, mcptest.Options{})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(url)
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() { echoes(t, p, l, fmt.Sprint("caller ", i)) })
	}
	wg.Wait()
	if got := s.Initializes(); got != 1 {
		t.Errorf("%d sessions were opened, want 1", got)
	}
}

func TestCallerWhoLeavesDoesNotFailTheOpening(t *testing.T) {
	t.Parallel()
	let := make(chan struct{})
	f := newFake(t, on{})
	slow := newFake(t, on{"initialize": func(w http.ResponseWriter, m message) {
		<-let
		f.behave(w, m, "initialize")
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(slow.URL)
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := p.Call(ctx, l, "x", nil, nil)
		first <- err
	}()
	slow.awaits(t, "initialize")
	second := make(chan error, 1)
	go func() {
		_, err := p.Call(t.Context(), l, "x", nil, nil)
		second <- err
	}()
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller who left got %v", err)
	}
	close(let)
	if err := <-second; err != nil {
		t.Errorf("the caller who stayed got %v", err)
	}
	if n := len(slow.got("initialize")); n != 1 {
		t.Errorf("%d initialize requests, want 1", n)
	}
}

func TestRestartIsNotNoticed(t *testing.T) {
	t.Parallel()
	for _, lost400 := range []bool{false, true} {
		t.Run(fmt.Sprintf("lost400=%t", lost400), func(t *testing.T) {
			t.Parallel()
			s, url := start(t, mcptest.Options{Lost400: lost400})
			p := newPool(t, mcpclient.Options{})
			l := loginTo(url)
			echoes(t, p, l, "before")
			s.Restart()
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() { echoes(t, p, l, "after") })
			}
			wg.Wait()
			if got := s.Calls("echo"); got != 9 {
				t.Errorf("echo ran %d times, want 9", got)
			}
			if got := len(s.Sessions()); got != 1 {
				t.Errorf("%d sessions at the server, want 1", got)
			}
		})
	}
}

func TestIdleSessionIsEndedAtTheServer(t *testing.T) {
	t.Parallel()
	s, url := start(t, mcptest.Options{})
	p := newPool(t, mcpclient.Options{Idle: 20 * time.Millisecond})
	l := loginTo(url)
	echoes(t, p, l, "one")
	eventually(t, "the session's end", func() bool { return len(s.Sessions()) == 0 && p.Len() == 0 })
	if s.Deletes() != 1 {
		t.Errorf("%d DELETE, want 1", s.Deletes())
	}
	echoes(t, p, l, "two")
	if got := s.Initializes(); got != 2 {
		t.Errorf("%d sessions were opened, want 2", got)
	}
}

// A session is ended at its server, unless the server takes the credential no
// longer: then nothing more is sent with it.
func TestForgetAndDrop(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		end     func(*mcpclient.Pool, guild.ID)
		deletes int
	}{
		"forget": {(*mcpclient.Pool).Forget, 1},
		"drop":   {(*mcpclient.Pool).Drop, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, url := start(t, mcptest.Options{})
			p := newPool(t, mcpclient.Options{})
			l := loginTo(url)
			echoes(t, p, l, "one")
			tc.end(p, l.ID)
			tc.end(p, l.ID) // there is none any more
			echoes(t, p, l, "another session")
			if s.Initializes() != 2 {
				t.Errorf("%d sessions were opened, want 2", s.Initializes())
			}
			tc.end(p, l.ID)
			if err := p.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if want := 2 * tc.deletes; s.Deletes() != want {
				t.Errorf("%d sessions were ended at the server, want %d", s.Deletes(), want)
			}
		})
	}
}

func TestNewEpochDropsTheSession(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	call(t, p, l, "x", "")
	older := l
	l.Epoch, l.Header = 1, http.Header{"Authorization": {"Bearer of-the-new-account"}}
	call(t, p, l, "x", "")
	if got := f.awaits(t, "DELETE").HTTP.Header; got.Get("Authorization") != "Bearer "+secret || got.Get("Mcp-Session-Id") != "s-1" {
		t.Errorf("the old session was not ended with its own credential: %v", got)
	}
	call(t, p, older, "x", "")
	calls := f.got("tools/call")
	for i, want := range []string{"s-1 Bearer " + secret, "s-2 Bearer of-the-new-account", "s-2 Bearer of-the-new-account"} {
		h := calls[i].HTTP.Header
		if got := h.Get("Mcp-Session-Id") + " " + h.Get("Authorization"); got != want {
			t.Errorf("call %d was sent with %q, want %q", i+1, got, want)
		}
	}
}

func TestRefreshedTokenKeepsTheSession(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	call(t, p, l, "x", "")
	l.Header = http.Header{"Authorization": {"Bearer refreshed"}}
	call(t, p, l, "x", "")
	p.Forget(l.ID)
	if got := f.awaits(t, "DELETE").HTTP.Header.Get("Authorization"); got != "Bearer refreshed" {
		t.Errorf("DELETE carries %q", got)
	}
	if n := len(f.got("initialize")); n != 1 {
		t.Errorf("%d initialize requests, want 1", n)
	}
}

func TestFailedOpeningIsTriedAfresh(t *testing.T) {
	t.Parallel()
	fail := true
	f := newFake(t, on{})
	flaky := newFake(t, on{"initialize": func(w http.ResponseWriter, m message) {
		if fail {
			replyRaw(w, 503, "text/html", "<html>down for maintenance</html>")
			return
		}
		f.behave(w, m, "initialize")
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(flaky.URL)
	_, err := p.Call(t.Context(), l, "x", nil, nil)
	coded(t, err, guild.CodeUpstream, "HTTP 503 Service Unavailable")
	if strings.Contains(err.Error(), "<html>") || strings.Contains(err.Error(), "may have happened") {
		t.Errorf("the error is %q", err)
	}
	if p.Len() != 0 {
		t.Errorf("Len() = %d after a failed opening", p.Len())
	}
	fail = false
	call(t, p, l, "x", "")
}

func TestCloseLetsCallsFinish(t *testing.T) {
	t.Parallel()
	s, url := start(t, mcptest.Options{})
	p := newPool(t, mcpclient.Options{})
	done := make(chan error, 1)
	go func() {
		_, err := p.Call(t.Context(), loginTo(url), "slow", json.RawMessage(`{"steps":3,"pause_ms":20}`), nil)
		done <- err
	}()
	<-s.Started()
	if err := p.Close(t.Context()); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := <-done; err != nil {
		t.Errorf("the call in flight failed: %v", err)
	}
	if len(s.Sessions()) != 0 {
		t.Errorf("sessions left at the server: %v", s.Sessions())
	}
	_, err := p.Call(t.Context(), loginTo(url), "echo", nil, nil)
	coded(t, err, guild.CodeUnavailable, "shutting down")
}

func TestCloseCutsOffWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	s, url := start(t, mcptest.Options{})
	p := newPool(t, mcpclient.Options{})
	done := make(chan error, 1)
	go func() {
		_, err := p.Call(t.Context(), loginTo(url), "slow", json.RawMessage(`{"steps":0}`), nil)
		done <- err
	}()
	<-s.Started()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Close: %v", err)
	}
	coded(t, <-done, guild.CodeUnavailable, "was ended", "may have happened")
	<-s.Stopped()
}

func TestCloseEndsAnOpening(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"initialize": func(_ http.ResponseWriter, m message) { <-m.HTTP.Context().Done() }})
	p := newPool(t, mcpclient.Options{})
	done := make(chan error, 1)
	go func() {
		_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
		done <- err
	}()
	f.awaits(t, "initialize")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Close: %v", err)
	}
	coded(t, <-done, guild.CodeUnavailable, "shutting down")
}
