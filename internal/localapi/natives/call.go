package natives

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/pkg/api"
)

type callInput struct {
	Name string `path:"name" doc:"The tool's name"`
	Body api.NativeCall
}

// call tests a tool as a direct run of the agent would call it, and writes the call
// down before it answers.
func (a Area) call(ctx context.Context, c access.Caller, in *callInput) (api.ToolResult, error) {
	scope, err := operation.Reach(ctx, a.DB, c, in.Body.ScopeID)
	if err != nil {
		return api.ToolResult{}, err
	}
	t, err := a.offered(ctx, scope.Scope, in.Name)
	if err != nil {
		return api.ToolResult{}, err
	}
	secrets, err := a.Secrets(ctx, scope.Scope)
	if err != nil {
		return api.ToolResult{}, err
	}
	secrets = redact.Union(secrets, t.SecretsIn(in.Body.Arguments))
	call := &tool.Call{ID: guild.NewID(), Agent: scope.Scope, Trigger: tool.Direct, Caller: c.Name}
	record, err := a.run(ctx, t, call, in.Body.Arguments, secrets)
	if err != nil {
		return api.ToolResult{}, err
	}
	// What was called is on record even when nobody waits for it any more.
	return api.ToolResult{
		CallID: string(record.ID), Text: record.Result, Failed: record.Failed,
		Bytes: len(record.Result), DurationMS: record.Duration.Milliseconds(),
	}, a.Record(context.WithoutCancel(ctx), record)
}

// offered returns the native tool of a name, where the agent is offered it.
func (a Area) offered(ctx context.Context, agent guild.Scope, name string) (tool.Tool, error) {
	if agent.Level != guild.Agent {
		return tool.Tool{}, guild.Errorf(guild.CodeInvalid, "%s is of the level %s; a native tool is tested as an agent", agent.Path, agent.Level)
	}
	rows, err := a.DB.OfferRows(ctx, agent.ID, name)
	if err != nil {
		return tool.Tool{}, err
	}
	natives, err := a.Natives.At(ctx, offer.Resolve(rows, nil))
	if err != nil {
		return tool.Tool{}, err
	}
	i := slices.IndexFunc(natives, func(t offer.Native) bool { return t.Name == name })
	switch {
	case i < 0:
		return tool.Tool{}, guild.Errorf(guild.CodeNotFound, "there is no native tool %s; a connector's tool is tested on its login", name).
			WithHint("guildsctl tool list --at %s", agent.Path)
	case !natives[i].Offered:
		return tool.Tool{}, guild.Errorf(guild.CodeDenied, "%s is not offered %s: %s", agent.Path, name, natives[i].Reason).
			WithHint("guildsctl tool list --at %s", agent.Path)
	}
	return *natives[i].Tool, nil
}

// run calls the tool and returns the record of the call, in which nothing raw is.
func (a Area) run(ctx context.Context, t tool.Tool, call *tool.Call, args json.RawMessage, secrets *redact.Set) (connection.CallRecord, error) {
	kept, err := tool.Kept(secrets, args)
	if err != nil {
		return connection.CallRecord{}, err
	}
	start := time.Now()
	result, fault := t.Run(ctx, call, args)
	end := time.Now()
	if fault != nil {
		a.Log.Error("tool call failed", "agent", call.Agent.Path, "tool", t.Name, "ref", result.Meta[tool.MetaRef], "error", secrets.Error(fault))
	}
	return connection.CallRecord{
		ID: call.ID, Scope: call.Agent.ID, Server: connection.Native, Tool: t.Name, Caller: call.Caller,
		Arguments: kept, Failed: result.Failed, Duration: end.Sub(start), At: end,
		Result: tool.Pipeline{Filter: t.Filter, Redact: secrets, Cap: a.Cap}.Stamp(tool.Storable(result.Text)),
	}, nil
}
