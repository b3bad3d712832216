// Package clitest lets the tests of guildsctl's commands run them whole: against
// a daemon made of the API's own types, with streams in memory or on a real
// pseudo-terminal.
package clitest

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/pkg/api"
)

// Request is one request that the daemon got.
type Request struct {
	Op    api.Operation
	Path  map[string]string // the values of the path's parameters
	Query map[string]string
	Body  string
}

// Answer answers a request with a value to encode, a *api.Problem, Events, or
// nil for 204.
type Answer func(Request) any

// Events is the answer of a call that streams: server-sent events, as written.
type Events string

// Daemon is a daemon that answers as it is told, and otherwise knows the scopes
// platform, acme, acme/research and acme/research/scout. A scope's id is ID of
// its path.
type Daemon struct {
	Socket string
	Env    map[string]string // variables of every run beside those that name the daemon; set before it

	mu       sync.Mutex
	answers  map[api.Operation]Answer
	requests []Request
}

// Start starts a daemon on a unix socket for the length of a test.
func Start(t *testing.T, answers map[api.Operation]Answer) *Daemon {
	t.Helper()
	// t.TempDir of a long test name can exceed what a socket's path may have.
	dir, err := os.MkdirTemp("", "cli")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	d := &Daemon{Socket: filepath.Join(dir, "s"), answers: answers}
	l, err := net.Listen("unix", d.Socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: d.mux()}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return d
}

// mux takes the paths from the operations themselves, so that a test cannot
// answer one that does not exist.
func (d *Daemon) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for _, op := range api.Operations() {
		mux.HandleFunc(op.Method+" "+op.Path, func(w http.ResponseWriter, r *http.Request) {
			write(w, d.answer(record(op, r)))
		})
	}
	return mux
}

// record keeps of a request what tests look at.
func record(op api.Operation, r *http.Request) Request {
	got := Request{Op: op, Path: map[string]string{}, Query: map[string]string{}}
	for _, name := range parameters(op.Path) {
		if v := r.PathValue(name); v != "" {
			got.Path[name] = v
		}
	}
	for name, values := range r.URL.Query() {
		got.Query[name] = values[0]
	}
	body, _ := io.ReadAll(r.Body)
	got.Body = strings.TrimSpace(string(body))
	return got
}

// parameters are the names of a path's parameters.
func parameters(path string) []string {
	var names []string
	for _, segment := range strings.Split(path, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}

// answer finds what the test has to say to a request.
func (d *Daemon) answer(r Request) any {
	d.mu.Lock()
	d.requests = append(d.requests, r)
	answer := d.answers[r.Op]
	d.mu.Unlock()
	switch {
	case answer != nil:
		return answer(r)
	case r.Op == api.ListScopes:
		return listScopes(r.Query)
	default:
		return &api.Problem{Status: 500, Code: api.CodeInternal, Detail: "the test has no answer for " + r.Op.ID}
	}
}

// write encodes an answer by its kind.
func write(w http.ResponseWriter, answer any) {
	switch answer := answer.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case Events:
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, string(answer))
	case *api.Problem:
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(max(answer.Status, 400))
		_ = json.NewEncoder(w).Encode(answer)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// Requests returns what the daemon was asked with one operation, in order.
func (d *Daemon) Requests(op api.Operation) []Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.requests), func(r Request) bool { return r.Op != op })
}

// Always answers every request with one value.
func Always(v any) Answer { return func(Request) any { return v } }

// ID returns a made-up id for a name. Different short names have different ids.
func ID(name string) string {
	const hex = "0123456789abcdef"
	id := []byte("00000000-0000-7000-8000-000000000000")
	at := len(id) - 1
	for i := len(name) - 1; i >= 0 && at > 24; i-- {
		id[at], id[at-1] = hex[name[i]&15], hex[name[i]>>4&15]
		at -= 2
	}
	return string(id)
}

// Scope returns the scope with a path.
func Scope(path string) api.Scope {
	depth := strings.Count(path, "/") + 1
	if path == "platform" {
		depth = 0
	}
	level := []string{"platform", "organisation", "guild", "agent"}[depth]
	return api.Scope{ID: ID(path), Level: level, Path: path}
}

// listScopes answers as the daemon does, for the four scopes that there are.
func listScopes(query map[string]string) []api.Scope {
	found := []api.Scope{}
	for _, path := range []string{"platform", "acme", "acme/research", "acme/research/scout"} {
		s := Scope(path)
		if wanted := query["path"]; wanted != "" && wanted != path {
			continue
		}
		if level := query["level"]; level != "" && level != s.Level {
			continue
		}
		found = append(found, s)
	}
	return found
}
