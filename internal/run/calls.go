package run

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tool"
)

// maxBeside is how many calls of one answer run side by side.
const maxBeside = 8

// remaining is how many tool calls the generation has left.
func (g *generation) remaining() int { return g.snapshot.MaxToolCalls - g.calls }

// call makes the calls of one answer and stores each result as soon as it is there.
// Neighbours that only read run side by side; any other has the run to itself.
func (g *generation) call(calls []model.ToolCall) error {
	for len(calls) > 0 {
		if err := g.heed(g.ctx); err != nil {
			return err
		}
		n := 1
		for g.reads(calls[0]) && n < len(calls) && n < maxBeside && g.reads(calls[n]) {
			n++
		}
		if err := g.callBeside(calls[:n]); err != nil {
			return err
		}
		calls = calls[n:]
		if err := g.interrupted(); err != nil {
			return err
		}
	}
	return nil
}

func (g *generation) reads(c model.ToolCall) bool {
	t, ok := g.tools.byName[c.Name]
	return ok && t.Reads
}

// callBeside makes calls side by side. Which is which of the remaining ones follows
// their order, not which of them is done first.
func (g *generation) callBeside(calls []model.ToolCall) error {
	left := g.remaining()
	results := make(chan Message)
	var working sync.WaitGroup
	for i, c := range calls {
		g.Hub.Call(g.Run, c.ID, c.Name, g.secrets.Redact(c.Arguments))
		working.Go(func() {
			start := time.Now()
			result, set, filter := g.make(c, left-i > 0)
			results <- g.stamped(c, result, set, filter, left-i-1, time.Since(start))
		})
	}
	go func() { working.Wait(); close(results) }()
	var failed error
	for m := range results {
		if g.cutOff(m) {
			continue // whether it happened is not known: whoever goes on says so
		}
		if err := g.store(context.WithoutCancel(g.ctx), m); err != nil && failed == nil {
			failed = err
		}
	}
	return failed
}

// cutOff reports whether a call was ended because its daemon stops or has lost the
// generation.
func (g *generation) cutOff(m Message) bool {
	cause := context.Cause(g.ctx)
	return m.Result.Failed && cause != nil && cause != errCancelled
}

// make makes one call. A call that cannot be made is a result that says why.
func (g *generation) make(c model.ToolCall, within bool) (tool.Result, *redact.Set, func(string) string) {
	arguments := json.RawMessage(c.Arguments)
	offered, ok := g.tools.byName[c.Name]
	switch {
	case !within:
		return refused(guild.CodeDenied, "no tool calls are left; answer with what is done and what is still open"), nil, nil
	case !ok:
		return refused(guild.CodeDenied, "this run does not offer a tool %s; call those that it offers, or answer with what cannot be done without it", text.Line(c.Name, 80)), nil, nil
	case !json.Valid(arguments):
		return refused(guild.CodeInvalid, "the arguments of %s are not JSON; write one JSON object", c.Name), nil, nil
	case offered.Native():
		t := g.natives[c.Name]
		return g.callNative(t, c, arguments), nil, t.Filter
	}
	result, set := g.invoke(*offered, arguments)
	return result, set, nil
}

func refused(code guild.Code, format string, args ...any) tool.Result {
	return tool.Failure(guild.Errorf(code, format, args...))
}

func (g *generation) callNative(t tool.Tool, c model.ToolCall, arguments json.RawMessage) tool.Result {
	call := &tool.Call{ID: guild.NewID(), Agent: g.Agent, Run: g.Run, Trigger: g.Trigger, Caller: g.Agent.Path}
	result, err := t.Run(g.ctx, call, arguments)
	g.logFault(c.Name, result, err)
	return result
}

// invoke calls a connector's tool on the login that the run has it on.
func (g *generation) invoke(t Offered, arguments json.RawMessage) (tool.Result, *redact.Set) {
	made, err := g.Logins.Invoke(g.ctx, connection.Call{
		Connection: t.Connection, Tool: t.RemoteName, Arguments: arguments, Scope: g.Agent.ID, Caller: g.Agent.Path,
	})
	if err != nil {
		result := tool.Failure(err)
		g.logFault(t.Name, result, err)
		return result, made.Secrets
	}
	return made.Result, made.Secrets
}

func (g *generation) logFault(name string, result tool.Result, err error) {
	if err != nil && guild.CodeOf(err) == guild.CodeInternal && g.ctx.Err() == nil {
		g.Log.Error("tool call failed", "run", g.Run, "tool", name, "ref", result.Meta[tool.MetaRef], "error", g.secrets.Error(err))
	}
}

// stamped is a result as it is stored and shown. set is what to redact beside the
// agent's own: the credential that the call went out with.
func (g *generation) stamped(c model.ToolCall, r tool.Result, set *redact.Set, filter func(string) string, left int, took time.Duration) Message {
	secrets := g.secrets
	if set != nil {
		secrets = redact.Union(secrets, set)
	}
	p := tool.Pipeline{Filter: filter, Redact: secrets, Cap: g.Cap, Remaining: &left}
	r.Text, r.Meta = p.Stamp(tool.Storable(r.Text)), clean(secrets, r.Meta)
	return g.record(c, r, took)
}

// record is a call as it is put on record; its result has been stamped.
func (g *generation) record(c model.ToolCall, r tool.Result, took time.Duration) Message {
	arguments, _ := tool.Kept(g.secrets, json.RawMessage(c.Arguments)) // a string always encodes
	meta := map[string]any{MetaBytes: len(r.Text)}
	maps.Copy(meta, r.Meta)
	return Message{
		ID: guild.NewID(), GenerationID: g.Generation, Kind: ToolKind, Text: r.Text, Meta: meta,
		Result: &CallResult{CallID: c.ID, Tool: c.Name, Arguments: arguments, Failed: r.Failed, Duration: took},
	}
}

func callKey(name string, arguments json.RawMessage) string { return name + "\x00" + string(arguments) }

// heed looks what is to be redacted now: an operator may have stored a secret since the
// last step, or a login may have a new token. What was to be redacted before still is.
func (g *generation) heed(ctx context.Context) error {
	now, err := patiently(ctx, func(ctx context.Context) (*redact.Set, error) { return g.Secrets(ctx, g.Agent) })
	if err == nil && now != g.stored {
		g.stored, g.secrets = now, redact.Union(g.secrets, now)
	}
	return err
}

// learn adds what the model wrote for secret arguments to what is redacted.
func (g *generation) learn(calls []model.ToolCall) {
	for _, c := range calls {
		if t, ok := g.natives[c.Name]; ok {
			g.secrets = redact.Union(g.secrets, t.SecretsIn(json.RawMessage(c.Arguments)))
		}
	}
}
