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

func TestToolsOfARealServer(t *testing.T) {
	t.Parallel()
	for _, o := range []mcptest.Options{{}, {NoListening: true}, {Stateless: true}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			t.Parallel()
			s, url := start(t, o)
			p := newPool(t, mcpclient.Options{})
			l := loginTo(url)
			tests := []struct {
				tool, args string
				want       mcpclient.Result
			}{
				{"echo", `{"message":"<h\u00e9llo> & \"more\""}`, mcpclient.Result{Text: `<héllo> & "more"`}},
				{"add", `{"a":1.5,"b":2}`, mcpclient.Result{Text: "3.5"}},
				{"big", `{"bytes":300000}`, mcpclient.Result{Text: strings.Repeat("x", 300000)}},
				{"fail", `{"message":"no such page"}`, mcpclient.Result{Text: "ERROR: no such page", Failed: true}},
				{"slow", `{"steps":2}`, mcpclient.Result{Text: "2 steps"}},
				{"image", ``, mcpclient.Result{Text: "one pixel\n[image: image/png, 70 bytes]"}},
			}
			for _, tt := range tests {
				if diff := cmp.Diff(tt.want, call(t, p, l, tt.tool, tt.args)); diff != "" {
					t.Errorf("%s (-want +got)\n%s", tt.tool, diff)
				}
			}
			leaked := call(t, p, l, "leak", "").Text
			for _, form := range []string{"plain " + secret, `json "`, "query sk-s3cret%2F", "base64 "} {
				if !strings.Contains(leaked, form) {
					t.Errorf("leak returned %q, without %q", leaked, form)
				}
			}
			if !o.Stateless && len(s.Sessions()) != 1 {
				t.Errorf("%d sessions, want 1", len(s.Sessions()))
			}
		})
	}
}

func TestArgumentsArriveAsTheyAre(t *testing.T) {
	t.Parallel()
	tests := []struct{ args, want string }{
		{``, `{}`}, {`null`, `{}`}, {` {} `, `{}`},
		{`{"a":null,"b":"","c":{},"n":1.50,"big":12345678901234567890}`, `{"a":null,"b":"","c":{},"n":1.50,"big":12345678901234567890}`},
	}
	f := newFake(t, on{})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	for i, tt := range tests {
		call(t, p, l, "x", tt.args)
		var params struct{ Arguments json.RawMessage }
		if err := json.Unmarshal(f.got("tools/call")[i].Params, &params); err != nil {
			t.Fatal(err)
		}
		if string(params.Arguments) != tt.want {
			t.Errorf("%s arrived as %s", tt.args, params.Arguments)
		}
	}
	for _, bad := range []string{`[1]`, `"text"`, `{"a":`, `{a:1}`} {
		_, err := p.Call(t.Context(), l, "x", json.RawMessage(bad), nil)
		coded(t, err, guild.CodeInvalid, "JSON object")
	}
	if n := len(f.got("tools/call")); n != len(tests) {
		t.Errorf("%d calls were sent, want %d", n, len(tests))
	}
}

func TestCase26RemoteNamesArriveByteForByte(t *testing.T) {
	t.Parallel()
	for _, stateless := range []bool{false, true} {
		f := newFake(t, on{"server/discover": discovered})
		p := newPool(t, mcpclient.Options{})
		l := loginTo(f.URL)
		if stateless {
			l.Revision = "2026-07-28"
		}
		remote := []string{"_5g_query", "9lives", "ns/sub", "a:b", "naïve", "with space ", "tab\there", `quo"te`}
		for i, name := range remote {
			call(t, p, l, name, "")
			m := f.got("tools/call")[i]
			var params struct{ Name string }
			_ = json.Unmarshal(m.Params, &params)
			if params.Name != name {
				t.Errorf("%q arrived as %q", name, params.Name)
			}
			if got := m.HTTP.Header.Get("Mcp-Name"); stateless && name == "naïve" && got != "=?base64?bmHDr3Zl?=" {
				t.Errorf("Mcp-Name is %q", got)
			}
		}
	}
}

func TestProgressReachesItsCallerOnly(t *testing.T) {
	t.Parallel()
	both := make(chan struct{})
	var arrived sync.WaitGroup
	arrived.Add(2)
	go func() { arrived.Wait(); close(both) }()
	f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
		var params struct {
			Name string
			Meta struct {
				Token json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
		}
		_ = json.Unmarshal(m.Params, &params)
		arrived.Done()
		<-both
		note := func(n string) string {
			return event(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + string(params.Meta.Token) + `,` + n + `}}`)
		}
		stream(w,
			note(`"progress":1,"total":2,"message":"`+params.Name+`"`),
			event(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"foreign","progress":9}}`),
			event(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":424242,"progress":9}}`),
			note(`"progress":1.5`), event(textFor(string(m.ID), params.Name)), note(`"progress":99`))
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	var wg sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		wg.Go(func() {
			var got []mcpclient.Progress
			r, err := p.Call(t.Context(), l, name, nil, func(p mcpclient.Progress) { got = append(got, p) })
			if err != nil || r.Text != name {
				t.Errorf("the call returned %+v, %v", r, err)
			}
			if len(got) > 2 && got[2].Progress == 99 {
				got = got[:2] // sent after the response: it may or may not be in time
			}
			want := []mcpclient.Progress{{Progress: 1, Total: 2, Message: name}, {Progress: 1.5}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", name, diff)
			}
		})
	}
	wg.Wait()
}

func TestNoProgressIsAskedForWithoutAListener(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{})
	p := newPool(t, mcpclient.Options{})
	call(t, p, loginTo(f.URL), "x", "")
	if got := string(f.got("tools/call")[0].Params); strings.Contains(got, "_meta") {
		t.Errorf("the call was sent as %s", got)
	}
}

func TestProgressOfARealServer(t *testing.T) {
	t.Parallel()
	for _, o := range []mcptest.Options{{NoListening: true}, {Stateless: true}} {
		_, url := start(t, o)
		p := newPool(t, mcpclient.Options{})
		var last mcpclient.Progress
		_, err := p.Call(t.Context(), loginTo(url), "slow", json.RawMessage(`{"steps":5}`), func(p mcpclient.Progress) { last = p })
		if err != nil {
			t.Fatal(err)
		}
		// mcp-go's server may drop the notification just before the response.
		if want := (mcpclient.Progress{Progress: last.Progress, Total: 5, Message: fmt.Sprint("step ", last.Progress)}); last != want || last.Progress < 1 {
			t.Errorf("the last progress was %+v", last)
		}
	}
}

func TestCancelledCallIsToldToTheServer(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"tools/call": func(_ http.ResponseWriter, m message) { <-m.HTTP.Context().Done() }})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := p.Call(ctx, l, "x", nil, nil)
		done <- err
	}()
	m := f.awaits(t, "tools/call")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller got %v", err)
	}
	note := f.awaits(t, "notifications/cancelled")
	var params struct{ RequestID json.RawMessage }
	if err := json.Unmarshal(note.Params, &params); err != nil || string(params.RequestID) != string(m.ID) {
		t.Errorf("the notice names the request %s, want %s (%v)", params.RequestID, m.ID, err)
	}
	if got := note.HTTP.Header; got.Get("Authorization") != "Bearer "+secret || got.Get("Mcp-Session-Id") != "s-1" {
		t.Errorf("the notice was sent with %v", got)
	}
}

func TestCancellationStopsTheTool(t *testing.T) {
	t.Parallel()
	for _, o := range []mcptest.Options{{}, {Stateless: true}} {
		t.Run(fmt.Sprintf("stateless=%t", o.Stateless), func(t *testing.T) {
			t.Parallel()
			s, url := start(t, o)
			p := newPool(t, mcpclient.Options{})
			l := loginTo(url)
			var wg sync.WaitGroup
			wg.Go(func() {
				if got := call(t, p, l, "slow", `{"steps":20,"pause_ms":10}`); got.Text != "20 steps" {
					t.Errorf("the other call returned %q", got.Text)
				}
			})
			<-s.Started()
			ctx, cancel := context.WithCancel(t.Context())
			wg.Go(func() {
				if _, err := p.Call(ctx, l, "slow", json.RawMessage(`{"steps":0}`), nil); !errors.Is(err, context.Canceled) {
					t.Errorf("the caller got %v", err)
				}
			})
			<-s.Started()
			cancel()
			<-s.Stopped()
			wg.Wait()
		})
	}
}

func TestCallHasATimeLimit(t *testing.T) {
	t.Parallel()
	s, url := start(t, mcptest.Options{})
	p := newPool(t, mcpclient.Options{CallTimeout: 150 * time.Millisecond})
	_, err := p.Call(t.Context(), loginTo(url), "slow", json.RawMessage(`{"steps":0}`), nil)
	coded(t, err, guild.CodeUnavailable, "did not answer tools/call in time", "may have happened")
	<-s.Stopped()
	if n := s.Calls("slow"); n != 1 {
		t.Errorf("the tool ran %d times", n)
	}
}

func TestSilentOpeningHasATimeLimit(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"initialize": func(_ http.ResponseWriter, m message) { <-m.HTTP.Context().Done() }})
	p := newPool(t, mcpclient.Options{ListTimeout: 100 * time.Millisecond})
	_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
	coded(t, err, guild.CodeUnavailable, "did not answer the opening of a session in time")
	if strings.Contains(err.Error(), "may have happened") {
		t.Errorf("nothing was called, but the error is %q", err)
	}
}
