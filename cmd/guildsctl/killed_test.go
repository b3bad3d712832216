package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// killed is a box whose daemon is killed while a hundred runs are at work.
type killed struct {
	t      *testing.T
	dir    string
	env    []string
	client *client.Client
	agents []string // their ids
	daemon *process
	model  *modeltest.Server
	steps  chan struct{} // the model was asked, or a tool was called

	database string                   // its address
	rewrite  func(said string) string // what the connector's tool says in place of what it is told; nil for that itself

	mu    sync.Mutex
	calls map[string]int // of the connector's tool, by its argument
}

// A hundred runs of ten agents are all done in the end, however often their daemon is
// killed: no message is lost or doubled, and no tool call is made twice.
func TestRunsOfAKilledDaemon(t *testing.T) {
	runs, kills := 100, 14
	if testing.Short() {
		runs, kills = 20, 3
	}
	k := newKilled(t)
	ids := make([]string, runs)
	for n := range ids {
		started, err := k.client.StartRun(t.Context(), api.NewRun{AgentID: k.agents[n%len(k.agents)], Message: fmt.Sprintf("run-%d", n)})
		if err != nil {
			t.Fatal(err)
		}
		ids[n] = started.RunID
	}
	random := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	for range kills {
		k.awaitSteps(random.IntN(40))
		k.daemon.signal(syscall.SIGKILL)
		_ = k.daemon.wait(10 * time.Second)
		k.start()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	go k.awaitSteps(1 << 30) // nobody is to wait for whoever counts them
	for n, id := range ids {
		if err := k.client.WatchRun(ctx, id, 0, false, func(client.RunEvent) error { return nil }); err != nil {
			t.Fatalf("run %d: %v; the daemon wrote:\n%s", n, err, k.daemon.out.String())
		}
	}
	interrupted, marks := 0, k.marks()
	for n, id := range ids {
		interrupted += k.check(n, id, marks)
	}
	t.Logf("%d calls were interrupted", interrupted)
	for _, fault := range k.model.Faults() {
		t.Error(fault)
	}
}

func newKilled(t *testing.T) *killed {
	t.Helper()
	dir, err := os.MkdirTemp("", "gk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	k := &killed{t: t, dir: dir, client: client.Unix(filepath.Join(dir, "s.sock")), steps: make(chan struct{}), calls: map[string]int{}}
	if k.model, err = modeltest.Open(modeltest.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.model.Close)
	k.model.React("", k.react)
	mcp := mcptest.New(mcptest.Options{})
	upstream := httptest.NewServer(k.counted(mcp))
	t.Cleanup(upstream.Close)
	k.database = pgtest.URL(t)
	k.env = boxEnv(dir, k.database, k.model)
	k.start()
	t.Cleanup(func() {
		k.daemon.signal(syscall.SIGTERM)
		if err := k.daemon.wait(40 * time.Second); err != nil {
			t.Error(err)
		}
	})
	k.ctl("org", "create", "acme")
	k.ctl("guild", "create", "acme/research")
	k.ctl("catalog", "add", "tools", "--url", upstream.URL+"/mcp", "--auth", "none", "--publish")
	k.ctl("connect", "tools", "--at", "acme")
	k.ctl("collection", "create", "marks", "--at", "acme/research", "--column", "mark:text")
	for n := range 10 {
		agent := fmt.Sprintf("acme/research/a%d", n)
		k.ctl("agent", "create", agent)
		k.ctl("agent", "edit", agent, "--model", "openrouter/test/model")
		found, err := k.client.ListScopes(t.Context(), api.ScopeQuery{Path: agent})
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		k.agents = append(k.agents, found[0].ID)
	}
	return k
}

func (k *killed) ctl(args ...string) string {
	k.t.Helper()
	return guildsctl(k.t, k.env, args...)
}

func (k *killed) start() {
	k.t.Helper()
	k.daemon = guildsd(k.t, k.env)
}

// awaitSteps returns after as many steps, and where all runs seem to be over.
func (k *killed) awaitSteps(n int) {
	for range n {
		select {
		case <-k.steps:
		case <-time.After(5 * time.Second):
			return
		}
	}
}

// step is waited for by nobody who is not counting.
func (k *killed) step() {
	select {
	case k.steps <- struct{}{}:
	default:
	}
}

// react writes a note, adds a record and calls the connector, also side by side, each
// with what names the run and the step.
func (k *killed) react(r modeltest.Request) modeltest.Turn {
	k.step()
	name := ""
	for _, m := range r.Messages {
		if m.Role == "user" {
			name = m.Text()
		}
	}
	turn := r.Turns()
	argument := func(n int) string { return fmt.Sprintf("%s-%d-%d", name, turn, n) }
	if turn == 3 {
		return modeltest.Turn{Text: "All of " + name + " is done.", Pieces: "awkward"}
	}
	object := func(v any) modeltest.Arguments { return modeltest.Arguments(mustJSON(v)) }
	return modeltest.Turn{Text: "Next.", Calls: []modeltest.Call{
		{Name: "record_add", Arguments: object(map[string]any{"collection": "marks", "body": map[string]string{"mark": argument(0)}})},
		{Name: "tools_echo", Arguments: object(map[string]string{"message": argument(1)})},
		{Name: "tools_echo", Arguments: object(map[string]string{"message": argument(2)})},
		{Name: "note_write", Arguments: object(map[string]string{"level": "agent", "key": name + ".md", "content": argument(3)})},
	}}
}

// counted counts the calls of echo by what they are called with.
func (k *killed) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the daemon has gone
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		var asked struct {
			Method string `json:"method"`
			Params struct {
				Arguments struct {
					Message string `json:"message"`
				} `json:"arguments"`
			} `json:"params"`
		}
		if json.Unmarshal(body, &asked) == nil && asked.Method == "tools/call" {
			k.mu.Lock()
			k.calls[asked.Params.Arguments.Message]++
			k.mu.Unlock()
			k.step()
			if k.rewrite != nil {
				said, told := mustJSON(k.rewrite(asked.Params.Arguments.Message)), mustJSON(asked.Params.Arguments.Message)
				body = bytes.Replace(body, told, said, 1)
				r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			}
		}
		next.ServeHTTP(w, r)
	})
}

// mustJSON encodes texts and what is made of them, which all encode.
func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
