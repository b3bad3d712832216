package mcpclient_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
)

// answering is a server whose tools/call answers with what pieces make of the
// request's id.
func answering(t *testing.T, pieces func(id string) []string) *fake {
	t.Helper()
	return newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
		stream(w, pieces(string(m.ID))...)
	}})
}

func TestCase15AnswersAreMatchedByID(t *testing.T) {
	t.Parallel()
	tests := map[string]func(id string) []string{
		"another number first": func(id string) []string {
			return []string{event(textFor("7777", "wrong")), event(textFor(id, "right"))}
		},
		"the same digits as a string": func(id string) []string {
			return []string{event(textFor(`"`+id+`"`, "wrong")), event(textFor(id, "right"))}
		},
		"id last, as the reference servers write it": func(id string) []string {
			return []string{
				event(`{"result":{"content":[{"type":"text","text":"wrong"}]},"jsonrpc":"2.0","id":7` + id + `}`),
				event(`{"result":{"content":[{"type":"text","text":"right"}]},"jsonrpc":"2.0","id":` + id + `}`),
			}
		},
		"spaced out over lines": func(id string) []string {
			return []string{"data: {\ndata:  \"id\": " + id + ",\r\ndata:\"jsonrpc\":\"2.0\",\ndata: \"result\": {\"content\":[{\"type\":\"text\",\"text\":\"right\"}]}}\n\n"}
		},
		"split anywhere": func(id string) []string {
			return strings.SplitAfter(event(textFor("1", "wrong"))+event(textFor(id, "right")), "t")
		},
		"no empty line at the end": func(id string) []string {
			return []string{"data: " + textFor(id, "right")}
		},
	}
	for name, pieces := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := answering(t, pieces)
			p := newPool(t, mcpclient.Options{})
			if got := call(t, p, loginTo(f.URL), "x", ""); got.Text != "right" {
				t.Errorf("the call returned %q", got.Text)
			}
		})
	}
}

func TestCase15AnswerToAnotherRequestIsAnError(t *testing.T) {
	t.Parallel()
	answers := map[string]func(w http.ResponseWriter, m message){
		"json":   func(w http.ResponseWriter, m message) { m.ID = json.RawMessage("7777"); reply(w, m, `{"content":[]}`) },
		"stream": func(w http.ResponseWriter, _ message) { stream(w, event(textFor("7777", "wrong"))) },
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, on{"tools/call": answer})
			p := newPool(t, mcpclient.Options{})
			_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
			coded(t, err, guild.CodeUpstream, "may have happened")
			if n := len(f.got("tools/call")); n != 1 {
				t.Errorf("the call was sent %d times", n)
			}
		})
	}
}

func TestCase15ATimeoutLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
		var params struct{ Name string }
		_ = json.Unmarshal(m.Params, &params)
		if params.Name == "silent" {
			<-m.HTTP.Context().Done()
			return
		}
		stream(w, ": on it\n\n")
		<-release
		fmt.Fprint(w, event(textFor(string(m.ID), "done")))
	}})
	p := newPool(t, mcpclient.Options{CallTimeout: 300 * time.Millisecond})
	long := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	var wg sync.WaitGroup
	wg.Go(func() {
		if got := call(t, long, l, "steady", ""); got.Text != "done" {
			t.Errorf("the other call returned %q", got.Text)
		}
	})
	f.awaits(t, "tools/call")
	_, err := p.Call(t.Context(), l, "silent", nil, nil)
	coded(t, err, guild.CodeUnavailable, "in time", "may have happened")
	_, err = p.List(t.Context(), l)
	if err != nil {
		t.Errorf("after a timeout the session is of no use: %v", err)
	}
	close(release)
	wg.Wait()
	if n := len(f.got("initialize")); n != 2 { // one for each pool
		t.Errorf("%d initialize requests, want 2", n)
	}
}

func TestCase16LongLinesArriveWhole(t *testing.T) {
	t.Parallel()
	for _, size := range []int{300 << 10, 2 << 20} {
		text := strings.Repeat("é", size/2)
		f := answering(t, func(id string) []string { return []string{event(textFor(id, text))} })
		p := newPool(t, mcpclient.Options{})
		if got := call(t, p, loginTo(f.URL), "x", ""); got.Text != text {
			t.Errorf("%d bytes came back as %d", len(text), len(got.Text))
		}
	}
}

func TestCase17EventsThatAreNoMessagesAreSkipped(t *testing.T) {
	t.Parallel()
	f := answering(t, func(id string) []string {
		return []string{
			": keep-alive\n\n", "event: ping\ndata: p\n\n", "event: ping\n\n", "data: [1,2]\n\n", "data: {\"cut\n\n",
			"data: {\"id\":null}\n\n", "id: 1\nretry: 10\ndata:\n\n", event(textFor(id, "done")), ": bye\n\n",
		}
	})
	log := &logged{}
	p := newPool(t, mcpclient.Options{Logger: slog.New(slog.NewTextHandler(log, nil))})
	if got := call(t, p, loginTo(f.URL), "x", ""); got.Text != "done" {
		t.Errorf("the call returned %q", got.Text)
	}
	if log.String() != "" {
		t.Errorf("it is logged:\n%s", log)
	}
}

func TestCase28EventOverTheBoundIsAnError(t *testing.T) {
	t.Parallel()
	answers := map[string]func(w http.ResponseWriter, m message){
		"stream": func(w http.ResponseWriter, m message) {
			stream(w, event(textFor(string(m.ID), strings.Repeat("x", 17<<20))))
		},
		"json": func(w http.ResponseWriter, m message) {
			replyRaw(w, 200, "application/json", textFor(string(m.ID), strings.Repeat("x", 17<<20)))
		},
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, on{"tools/call": answer})
			p := newPool(t, mcpclient.Options{})
			_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
			coded(t, err, guild.CodeUpstream, "more than 16 MiB", "may have happened")
		})
	}
}

func TestStreamThatBreaksIsNotRepeated(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
		stream(w, "data: "+textFor(string(m.ID), "half")[:40])
		panic(http.ErrAbortHandler)
	}})
	p := newPool(t, mcpclient.Options{})
	_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
	coded(t, err, guild.CodeUpstream, "broke off", "may have happened")
	if n := len(f.got("tools/call")); n != 1 {
		t.Errorf("the call was sent %d times", n)
	}
}

func TestStreamThatEndsEarlyIsResumed(t *testing.T) {
	t.Parallel()
	var id string
	f := newFake(t, on{
		"tools/call": func(w http.ResponseWriter, m message) {
			id = string(m.ID)
			stream(w, "id: ev-1\nretry: 10\ndata:\n\n")
		},
		"GET": func(w http.ResponseWriter, m message) {
			if m.HTTP.Header.Get("Last-Event-ID") != "ev-1" {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			stream(w, event(textFor("7777", "wrong")), event(textFor(id, "resumed")))
		},
	})
	p := newPool(t, mcpclient.Options{})
	if got := call(t, p, loginTo(f.URL), "x", ""); got.Text != "resumed" {
		t.Errorf("the call returned %q", got.Text)
	}
}

func TestCallsWaitForTheSessionsStream(t *testing.T) {
	t.Parallel()
	called := make(chan struct{})
	var open atomic.Bool
	f := newFake(t, on{
		"GET": func(w http.ResponseWriter, m message) {
			select { // a call that does not wait comes now
			case <-called:
			case <-time.After(100 * time.Millisecond):
			}
			open.Store(true)
			stream(w, ": open\n\n")
			<-m.HTTP.Context().Done()
		},
		"tools/call": func(w http.ResponseWriter, m message) {
			text := fmt.Sprintf("open: %t", open.Load())
			close(called)
			stream(w, event(textFor(string(m.ID), text)))
		},
	})
	p := newPool(t, mcpclient.Options{})
	if got := call(t, p, loginTo(f.URL), "x", ""); got.Text != "open: true" {
		t.Errorf("when the call came, the stream was %s", got.Text)
	}
}

func TestCallsDoNotWaitForASilentStream(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"GET": func(_ http.ResponseWriter, m message) { <-m.HTTP.Context().Done() }})
	p := newPool(t, mcpclient.Options{})
	if got := call(t, p, loginTo(f.URL), "x", ""); got.Text != "done" {
		t.Errorf("the call returned %q", got.Text)
	}
}

// A server that took the call and then forgets the session, or goes away, may
// have run it.
func TestStreamThatCannotBeResumedIsNotRepeated(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusBadRequest, http.StatusInternalServerError} {
		f := newFake(t, on{
			"tools/call": func(w http.ResponseWriter, _ message) { stream(w, "id: ev-1\nretry: 10\ndata:\n\n") },
			"GET": func(w http.ResponseWriter, m message) {
				if m.HTTP.Header.Get("Last-Event-ID") == "" {
					w.WriteHeader(http.StatusMethodNotAllowed)
					return
				}
				replyRaw(w, status, "text/plain", "Session not found")
			},
		})
		p := newPool(t, mcpclient.Options{})
		_, err := p.Call(t.Context(), loginTo(f.URL), "x", nil, nil)
		coded(t, err, guild.CodeUpstream, "broke off", "may have happened")
		if n := len(f.got("tools/call")); n != 1 {
			t.Errorf("after %d the call was sent %d times", status, n)
		}
	}
}

// mcp-go drops the connection as soon as it has the response, so each call over
// a stream would open a new one.
func TestStreamedAnswersKeepTheConnection(t *testing.T) {
	t.Parallel()
	returned := make(chan struct{})
	f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) {
		stream(w, event(textFor(string(m.ID), "done")))
		<-returned // the stream ends only when the caller has its answer
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	for range 20 {
		call(t, p, l, "x", "")
		returned <- struct{}{}
	}
	ports := map[string]bool{}
	for _, m := range f.got("tools/call") {
		ports[m.HTTP.RemoteAddr] = true
	}
	if len(ports) > 10 {
		t.Errorf("20 calls used %d connections", len(ports))
	}
}
