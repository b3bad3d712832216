package connection

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/schema"
	"github.com/guildsbox/guilds/internal/tool"
)

// Call is one tool call to make on a login.
type Call struct {
	Connection guild.ID
	Tool       string // its namespaced name, or its own name at the server
	Arguments  json.RawMessage
	Scope      guild.ID // the scope that asks; empty when the login itself is tested
	Caller     string   // who asks, for the record
	Progress   func(mcpclient.Progress)
}

// Call makes a call, and writes it down before it answers. A tool that fails is
// a result; an error is a call that was not made: an unknown login or tool, or
// one that is not connected.
func (l *Logins) Call(ctx context.Context, c Call) (CallRecord, error) {
	stored, listed, err := l.Store.LoginWithTool(ctx, c.Connection, c.Tool)
	if err != nil {
		return CallRecord{}, err
	}
	if stored.Status != Connected {
		return CallRecord{}, guild.Errorf(guild.CodeConflict, "the login %s is %s", stored, stored.Status).
			WithHint("guildsctl connect %s --at %s", stored.Server, stored.Scope)
	}
	open, err := l.open(stored)
	if err != nil {
		return CallRecord{}, err
	}
	args, err := redactedJSON(open.secrets, c.Arguments)
	if err != nil {
		return CallRecord{}, err
	}
	start := time.Now()
	result := l.run(ctx, stored, open, listed, c)
	record := CallRecord{
		ID: guild.NewID(), Connection: c.Connection, Scope: c.Scope, Server: stored.Server, Tool: listed.Name, Caller: c.Caller,
		Arguments: args, Failed: result.Failed, Duration: time.Since(start),
		Result: tool.Pipeline{Redact: open.secrets, Cap: l.Cap}.Stamp(storable(result.Text)),
	}
	// What was called is on record even when nobody waits for it any more.
	return record, l.Store.RecordCall(context.WithoutCancel(ctx), record)
}

func (l *Logins) run(ctx context.Context, stored Stored, open opened, listed Tool, c Call) tool.Result {
	result, err := l.forward(ctx, open, listed, c)
	if err == nil {
		return tool.Result{Text: result.Text, Failed: result.Failed}
	}
	if errors.Is(err, context.Canceled) {
		return tool.Failure(guild.Errorf(guild.CodeUnavailable, "the caller went away before the tool answered; the call may have happened"))
	}
	failure := tool.Failure(err)
	// A clean-up that fails is logged; the caller hears of the call's own error.
	if err := l.refused(context.WithoutCancel(ctx), stored, err); guild.CodeOf(err) == guild.CodeInternal {
		l.Log.Error("tool call failed", "login", stored.String(), "tool", listed.Name, "ref", failure.Meta[tool.MetaRef], "error", open.secrets.Redact(err.Error()))
	}
	return failure
}

func (l *Logins) forward(ctx context.Context, open opened, listed Tool, c Call) (mcpclient.Result, error) {
	if err := tool.RefuseMarks(c.Arguments); err != nil {
		return mcpclient.Result{}, err
	}
	args, err := schema.DropEmpty(listed.InputSchema, c.Arguments)
	if err != nil {
		return mcpclient.Result{}, err
	}
	progress := c.Progress
	if progress != nil {
		progress = func(p mcpclient.Progress) {
			p.Message = open.secrets.Redact(p.Message)
			c.Progress(p)
		}
	}
	return l.Sessions.Call(ctx, open.session, listed.RemoteName, args, progress)
}

// redactedJSON redacts arguments. A mark in a string leaves them JSON; one in
// the place of a number does not, and then they are kept as one string, as are
// arguments that were not JSON.
func redactedJSON(set *redact.Set, args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 || string(args) == "null" {
		return json.RawMessage("{}"), nil
	}
	clean := set.Redact(storable(string(args)))
	if json.Valid([]byte(clean)) {
		return json.RawMessage(clean), nil
	}
	return json.Marshal(clean)
}
