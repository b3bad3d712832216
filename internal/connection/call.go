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

// Invocation is a call that was made, as it came back: nothing of it is stamped or on
// record yet.
type Invocation struct {
	Connection Connection
	Tool       Tool
	Result     tool.Result // raw
	Started    time.Time
	Duration   time.Duration

	// Secrets are the login's credentials, of before the call and of after it: its
	// token may have been refreshed for it. They mask the arguments and the result.
	Secrets *redact.Set
}

// Call makes a call, and writes it down before it answers. A tool that fails is
// a result; an error is a call that was not made: an unknown login or tool, or
// one that is not connected.
func (l *Logins) Call(ctx context.Context, c Call) (CallRecord, error) {
	in, err := l.Invoke(ctx, c)
	if err != nil {
		return CallRecord{}, err
	}
	args, err := tool.Kept(in.Secrets, c.Arguments)
	if err != nil {
		return CallRecord{}, err
	}
	record := CallRecord{
		ID: guild.NewID(), Connection: c.Connection, Scope: c.Scope, Server: in.Connection.Server, Tool: in.Tool.Name, Caller: c.Caller,
		Arguments: args, Failed: in.Result.Failed, Duration: in.Duration, At: in.Started.Add(in.Duration),
		Result: tool.Pipeline{Redact: in.Secrets, Cap: l.Cap}.Stamp(tool.Storable(in.Result.Text)),
	}
	// What was called is on record even when nobody waits for it any more.
	return record, l.Store.RecordCall(context.WithoutCancel(ctx), record)
}

// Invoke makes a call and leaves it to the caller to stamp its result and to write
// it down. Errors are those of Call.
func (l *Logins) Invoke(ctx context.Context, c Call) (Invocation, error) {
	stored, listed, err := l.Store.LoginWithTool(ctx, c.Connection, c.Tool)
	if err != nil {
		return Invocation{}, err
	}
	if stored.Status != Connected {
		return Invocation{}, guild.Errorf(guild.CodeConflict, "the login %s is %s", stored, stored.Status).
			WithHint("%s", stored.Reconnect())
	}
	open, err := l.open(stored)
	if err != nil {
		return Invocation{}, err
	}
	in := Invocation{Connection: stored.Connection, Tool: listed, Started: time.Now()}
	used := open
	in.Result = l.run(ctx, stored, &used, listed, c)
	in.Duration = time.Since(in.Started)
	in.Secrets = l.both(stored, open, used)
	return in, nil
}

// both masks the credentials of before a call and of after it.
func (l *Logins) both(stored Stored, before, after opened) *redact.Set {
	if after.version == before.version {
		return after.secrets
	}
	form := stored.Row.Declared(l.Seeds).Fields
	return redact.New(append(after.credential.named(stored.Row, form), before.credential.named(stored.Row, form)...)...)
}

// run makes the call, and leaves in used the credential that it went out with, which
// may have been refreshed for it.
func (l *Logins) run(ctx context.Context, stored Stored, used *opened, listed Tool, c Call) tool.Result {
	var result tool.Result
	err := l.use(ctx, stored, func(open opened) (err error) {
		*used = open
		result, err = l.ask(ctx, stored, open, listed, c)
		return err
	})
	if err == nil {
		return result
	}
	if errors.Is(err, context.Canceled) {
		return tool.Failure(guild.Errorf(guild.CodeUnavailable, "the caller went away before the tool answered; the call may have happened"))
	}
	failure := tool.Failure(err)
	if guild.CodeOf(err) == guild.CodeInternal {
		l.Log.Error("tool call failed", "login", stored.String(), "tool", listed.Name, "ref", failure.Meta[tool.MetaRef], "error", used.secrets.Error(err))
	}
	return failure
}

// ask hands a call to who answers it: the adapter, or the server's session.
func (l *Logins) ask(ctx context.Context, stored Stored, open opened, listed Tool, c Call) (tool.Result, error) {
	if declared := stored.Row.Declared(l.Seeds); declared.Local() {
		return l.callAdapter(ctx, declared, l.accountOf(stored, open, c.Scope), open.secrets, listed.RemoteName, c)
	}
	args, err := forwarded(listed, c)
	if err != nil {
		return tool.Result{}, err
	}
	result, err := l.Sessions.Call(ctx, open.session, listed.RemoteName, args, progress(c, open.secrets))
	return tool.Result{Text: result.Text, Failed: result.Failed}, err
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
