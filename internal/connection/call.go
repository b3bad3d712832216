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
	result, set := l.run(ctx, stored, open.secrets, listed, c)
	end := time.Now()
	record := CallRecord{
		ID: guild.NewID(), Connection: c.Connection, Scope: c.Scope, Server: stored.Server, Tool: listed.Name, Caller: c.Caller,
		Arguments: args, Failed: result.Failed, Duration: end.Sub(start), At: end,
		Result: tool.Pipeline{Redact: set, Cap: l.Cap}.Stamp(storable(result.Text)),
	}
	// What was called is on record even when nobody waits for it any more.
	return record, l.Store.RecordCall(context.WithoutCancel(ctx), record)
}

// run makes the call, and returns with its result what to redact in it: the
// credential that it went out with, which may have been refreshed for it.
func (l *Logins) run(ctx context.Context, stored Stored, set *redact.Set, listed Tool, c Call) (tool.Result, *redact.Set) {
	args, err := forwarded(listed, c)
	if err != nil {
		return tool.Failure(err), set
	}
	var result mcpclient.Result
	err = l.use(ctx, stored, func(open opened) (err error) {
		set = open.secrets
		result, err = l.Sessions.Call(ctx, open.session, listed.RemoteName, args, progress(c, set))
		return err
	})
	if err == nil {
		return tool.Result{Text: result.Text, Failed: result.Failed}, set
	}
	if errors.Is(err, context.Canceled) {
		return tool.Failure(guild.Errorf(guild.CodeUnavailable, "the caller went away before the tool answered; the call may have happened")), set
	}
	failure := tool.Failure(err)
	if guild.CodeOf(err) == guild.CodeInternal {
		l.Log.Error("tool call failed", "login", stored.String(), "tool", listed.Name, "ref", failure.Meta[tool.MetaRef], "error", set.Redact(err.Error()))
	}
	return failure, set
}

// forwarded are the arguments as the server gets them.
func forwarded(listed Tool, c Call) (json.RawMessage, error) {
	if err := tool.RefuseMarks(c.Arguments); err != nil {
		return nil, err
	}
	return schema.DropEmpty(listed.InputSchema, c.Arguments)
}

// progress redacts what a running tool reports.
func progress(c Call, set *redact.Set) func(mcpclient.Progress) {
	if c.Progress == nil {
		return nil
	}
	return func(p mcpclient.Progress) {
		p.Message = set.Redact(p.Message)
		c.Progress(p)
	}
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
