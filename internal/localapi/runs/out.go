package runs

import (
	"encoding/json"

	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/pkg/api"
)

func runOut(r run.Run) api.Run {
	var metadata struct {
		Exploration json.RawMessage `json:"exploration"`
	}
	_ = json.Unmarshal(r.Metadata, &metadata) // the store holds an object
	return api.Run{
		ID: string(r.ID), AgentID: string(r.AgentID), Agent: r.Agent, Trigger: string(r.Trigger), OriginID: string(r.Origin),
		Title: r.Title, Caller: r.Caller, Status: string(r.Status), Error: r.Error, LastSeq: r.LastSeq, Usage: api.Usage(r.Usage),
		Exploration: metadata.Exploration, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}

func generationOut(g run.Generation) api.Generation {
	return api.Generation{
		ID: string(g.ID), Number: g.Number, Message: g.Input, Caller: g.Caller, Status: string(g.Status), Error: g.Error,
		Usage: api.Usage(g.Usage), CreatedAt: g.CreatedAt, StartedAt: g.StartedAt, EndedAt: g.EndedAt,
	}
}

func snapshotOut(s run.Snapshot) *api.Snapshot {
	out := &api.Snapshot{
		Model: s.Model, System: s.System, MaxToolCalls: s.MaxToolCalls,
		Browser: s.Flags.Browser, Coding: s.Flags.Coding, Scripting: s.Flags.Scripting, Memory: s.Flags.Memory,
	}
	out.Logins = operation.Each(s.Logins, func(l run.Used) api.UsedLogin {
		return api.UsedLogin{Server: l.Server, ConnectionID: string(l.Connection), Status: string(l.Status)}
	})
	out.Tools = operation.Each(s.Tools.Tools, func(t run.Offered) api.OfferedTool {
		return api.OfferedTool{Name: t.Name, ConnectionID: string(t.Connection), RemoteName: t.RemoteName, Schema: t.Parameters}
	})
	return out
}

func messageOut(m run.Message) api.Message {
	out := api.Message{Seq: m.Seq, GenerationID: string(m.GenerationID), Kind: string(m.Kind), Text: m.Text, Meta: m.Meta, At: m.At}
	if len(m.Calls) > 0 {
		out.Calls = operation.Each(m.Calls, func(c model.ToolCall) api.ModelCall { return api.ModelCall(c) })
	}
	if r := m.Result; r != nil {
		out.CallID, out.Tool, out.Arguments, out.Failed, out.DurationMS = r.CallID, r.Tool, r.Arguments, r.Failed, r.Duration.Milliseconds()
	}
	return out
}
