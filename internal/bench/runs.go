package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// provider is the model that the box's agents have, with when it was asked.
type provider struct {
	*modeltest.Server
	arrived chan time.Time // of each request for a turn: its first bytes
	model   time.Duration  // what the model itself took, of the requests that end
	mu      sync.Mutex
	http    *httptest.Server
}

// startProvider serves a model that checks and records nothing.
func (b *bench) startProvider() (*provider, error) {
	model, err := modeltest.New(modeltest.Options{Bare: true})
	if err != nil {
		return nil, err
	}
	p := &provider{Server: model, arrived: make(chan time.Time, 10_000)}
	p.http = httptest.NewServer(p)
	model.URL = p.http.URL
	b.onClose(func() error { p.http.CloseClientConnections(); p.http.Close(); return nil })
	return p, nil
}

// ServeHTTP notes when a request begins.
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	if strings.HasSuffix(r.URL.Path, "/chat/completions") {
		p.arrived <- start
	}
	p.Server.ServeHTTP(w, r)
	p.mu.Lock()
	p.model += time.Since(start)
	p.mu.Unlock()
}

// spent returns what the model itself has taken so far.
func (p *provider) spent() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.model
}

// measureRuns measures what lies between an operator's message and the model, between
// the model and a tool, and what many runs take.
func measureRuns(ctx context.Context, b *bench) error {
	x, err := b.box(ctx)
	if err != nil {
		return err
	}
	for _, part := range []func(context.Context, *bench, *box) error{measureLoop, measureManyRuns, measureFirstByte} {
		if err := part(ctx, b, x); err != nil {
			return err
		}
	}
	return nil
}

// play has the box's agent answer by a script.
func (x *box) play(ctx context.Context, script string, turns ...modeltest.Turn) error {
	x.provider.Play(script, turns...)
	name := "openrouter/bench/" + script
	most := 1000
	_, err := x.client.EditAgent(ctx, x.agent, api.AgentPatch{Model: &name, MaxToolCalls: &most})
	return err
}

// ran starts a run and waits for its end.
func (x *box) ran(ctx context.Context) (api.RunDetail, error) {
	started, err := x.client.StartRun(ctx, api.NewRun{AgentID: x.agent, Message: "Go."})
	if err != nil {
		return api.RunDetail{}, err
	}
	if err := x.client.WatchRun(ctx, started.RunID, 0, false, func(client.RunEvent) error { return nil }); err != nil {
		return api.RunDetail{}, err
	}
	r, err := x.client.GetRun(ctx, started.RunID)
	if err == nil && r.Status != "done" {
		err = fmt.Errorf("a run is %s: %s", r.Status, r.Error)
	}
	return r, err
}

// measureLoop compares tool calls of a run, one an answer, with the same calls made
// through the API, where nothing but the handler and its record is. What the model
// took is taken off.
func measureLoop(ctx context.Context, b *bench, x *box) error {
	calls := b.rounds(200)
	turns := make([]modeltest.Turn, calls, calls+1)
	for i := range turns {
		turns[i] = modeltest.Turn{Calls: []modeltest.Call{{Name: "note_find", Arguments: "{}"}}}
	}
	if err := x.play(ctx, "loop", append(turns, modeltest.Turn{Text: "Done."})...); err != nil {
		return err
	}
	var loop, direct []float64
	for range b.rounds(5) {
		before := x.provider.spent()
		r, err := x.ran(ctx)
		if err != nil {
			return err
		}
		took := r.Generations[0].EndedAt.Sub(*r.Generations[0].StartedAt) - (x.provider.spent() - before)
		loop = append(loop, milliseconds(took)/float64(calls))
		one, err := timed(func() error {
			for range calls {
				if _, err := x.client.CallNative(ctx, "note_find", api.NativeCall{ScopeID: x.agent, Arguments: json.RawMessage("{}")}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		direct = append(direct, one/float64(calls))
	}
	b.add(
		told("runs/tool call in the loop", median(loop), "ms"),
		told("runs/tool call through the API", median(direct), "ms"),
		told("runs/loop against API", paired(loop, direct, ratio), "times"),
	)
	return nil
}

// manyRuns is how many run at once.
const manyRuns = 100

// measureManyRuns starts runs of as many agents, and looks at the daemon's memory
// while all of them wait for their model.
func measureManyRuns(ctx context.Context, b *bench, x *box) error {
	var agents []string
	for i := range manyRuns {
		made, err := x.client.CreateScope(ctx, api.NewScope{ParentID: x.guild, Slug: fmt.Sprintf("many%d", i)})
		if err != nil {
			return err
		}
		name := "openrouter/bench/many"
		if _, err := x.client.EditAgent(ctx, made.ID, api.AgentPatch{Model: &name}); err != nil {
			return err
		}
		agents = append(agents, made.ID)
	}
	before, err := residentMB(x.pid())
	if err != nil {
		return err
	}
	x.provider.Play("many", modeltest.Turn{Text: "Done.", Hold: "many"})
	x.provider.drain()
	held := make([]float64, 0, 2)
	started := make([]string, 0, manyRuns)
	for i, agent := range agents {
		s, err := x.client.StartRun(ctx, api.NewRun{AgentID: agent, Message: strings.Repeat("Go. ", 256)})
		if err != nil {
			return err
		}
		started = append(started, s.RunID)
		select {
		case <-x.provider.arrived:
		case <-ctx.Done():
			return ctx.Err()
		}
		if n := i + 1; n == manyRuns/10 || n == manyRuns {
			now, err := residentMB(x.pid())
			if err != nil {
				return err
			}
			held = append(held, (now-before)/float64(n)*1024)
		}
	}
	x.provider.Release("many")
	for _, id := range started {
		if err := x.client.WatchRun(ctx, id, 0, false, func(client.RunEvent) error { return nil }); err != nil {
			return err
		}
	}
	b.add(
		told(fmt.Sprintf("runs/memory each, %d at once", manyRuns/10), held[0], "KiB"),
		told(fmt.Sprintf("runs/memory each, %d at once", manyRuns), held[1], "KiB"),
	)
	return nil
}

// drain forgets requests that have arrived.
func (p *provider) drain() {
	for len(p.arrived) > 0 {
		<-p.arrived
	}
}

// measureFirstByte measures from an operator's message to the first bytes at the
// model, for an agent with 16 connections and 1,000 offered tools.
func measureFirstByte(ctx context.Context, b *bench, x *box) error {
	for i := range agentLogins {
		s := httptest.NewServer(manyTools(agentTools*(i+1)/agentLogins - agentTools*i/agentLogins))
		b.onClose(func() error { s.CloseClientConnections(); s.Close(); return nil })
		if _, err := x.login(ctx, s.URL); err != nil {
			return err
		}
	}
	if err := x.play(ctx, "first", modeltest.Turn{Text: "Done."}); err != nil {
		return err
	}
	var took []float64
	const warming = 3
	for round := range warming + b.rounds(100) {
		x.provider.drain()
		start := time.Now()
		s, err := x.client.StartRun(ctx, api.NewRun{AgentID: x.agent, Message: "Go."})
		if err != nil {
			return err
		}
		select {
		case at := <-x.provider.arrived:
			if round >= warming {
				took = append(took, milliseconds(at.Sub(start)))
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := x.client.WatchRun(ctx, s.RunID, 0, false, func(client.RunEvent) error { return nil }); err != nil {
			return err
		}
		if round == 0 {
			if err := x.offers(ctx, s.RunID, agentTools); err != nil {
				return err
			}
		}
	}
	b.add(
		aimed("runs/first byte, 1,000 tools", median(took), "ms", "<", 25),
		told("runs/first byte, p99", quantile(took, 0.99), "ms"),
	)
	return nil
}

// offers checks that a run offers as many tools of connectors as are meant.
func (x *box) offers(ctx context.Context, run string, want int) error {
	r, err := x.client.GetRun(ctx, run)
	if err != nil {
		return err
	}
	got := 0
	for _, t := range r.Snapshot.Tools {
		if t.ConnectionID != "" {
			got++
		}
	}
	if got != want {
		return fmt.Errorf("the run offers %d tools of connectors, not %d", got, want)
	}
	return nil
}

// manyTools is an MCP server with n tools of a usual length.
func manyTools(n int) http.Handler {
	s := server.NewMCPServer("many", "1")
	for _, t := range listing("many", n).Tools {
		s.AddTool(mcp.NewToolWithRawSchema(t.RemoteName, t.Description, t.InputSchema), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("ok"), nil
		})
	}
	return server.NewStreamableHTTPServer(s)
}
