// Package runs serves the runs of agents: what starts and ends them, what is on record
// of them, and their events as they happen.
package runs

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct {
	DB  *postgres.DB
	Hub *run.Hub

	// Secrets returns what to mask in what an agent is told: what an operator types is
	// kept, and goes to the provider of the model.
	Secrets func(ctx context.Context, agent guild.Scope) (*redact.Set, error)
}

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListRuns, operation.See, a.list)
	operation.HandleCreation(h, api.StartRun, operation.Operate, a.start)
	operation.Handle(h, api.GetRun, operation.See, a.get)
	operation.Handle(h, api.ListMessages, operation.See, a.messages)
	operation.HandleCreation(h, api.ContinueRun, operation.Operate, a.resume)
	operation.Handle(h, api.CancelRun, operation.Operate, a.cancel)
	a.registerWatch(h)
}

func (a Area) list(ctx context.Context, c access.Caller, q *api.RunQuery) ([]api.Run, error) {
	within, err := operation.Within(ctx, a.DB, c, q.ScopeID)
	if err != nil {
		return nil, err
	}
	rows, err := a.DB.Runs(ctx, postgres.RunFilter{Within: within, Status: run.Status(q.Status), Before: q.Before, Limit: q.Limit})
	return operation.Each(rows, func(r postgres.RunRow) api.Run { return runOut(r.Run) }), err
}

func (a Area) start(ctx context.Context, c access.Caller, in *struct{ Body api.NewRun }) (api.Started, error) {
	scope, err := operation.Reach(ctx, a.DB, c, in.Body.AgentID)
	if err != nil {
		return api.Started{}, err
	}
	if scope.Level != guild.Agent {
		return api.Started{}, guild.Errorf(guild.CodeInvalid, "%s is of the level %s; only an agent runs", scope.Path, scope.Level)
	}
	message, err := a.masked(ctx, scope.Scope, in.Body.Message)
	if err != nil {
		return api.Started{}, err
	}
	id, err := a.DB.StartRun(ctx, run.New{AgentID: scope.ID, Trigger: tool.Direct, Message: message, Caller: c.Name})
	return api.Started{RunID: string(id)}, err
}

// reach returns a run of an agent that the caller reaches.
func (a Area) reach(ctx context.Context, c access.Caller, id string) (postgres.RunRow, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return postgres.RunRow{}, err
	}
	r, err := a.DB.Run(ctx, parsed)
	if err == nil && !c.Reaches(agentOf(r)) {
		err = guild.Errorf(guild.CodeNotFound, "there is no run %s", parsed)
	}
	return r, err
}

func agentOf(r postgres.RunRow) guild.Scope {
	return guild.Scope{ID: r.AgentID, Level: guild.Agent, Path: r.Agent, Chain: r.Chain}
}

// masked is a message without the secrets of the agent that it is for.
func (a Area) masked(ctx context.Context, agent guild.Scope, message string) (string, error) {
	set, err := a.Secrets(ctx, agent)
	return set.Redact(message), err
}

func (a Area) get(ctx context.Context, c access.Caller, in *operation.ByID) (api.RunDetail, error) {
	r, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.RunDetail{}, err
	}
	out := api.RunDetail{Run: runOut(r.Run)}
	generations, err := a.DB.Generations(ctx, r.ID)
	if err != nil {
		return out, err
	}
	out.Generations = operation.Each(generations, generationOut)
	s, err := a.DB.RunSnapshot(ctx, r.ID)
	switch {
	case err == nil:
		out.Snapshot = snapshotOut(s)
	case guild.CodeOf(err) == guild.CodeNotFound: // none of its generations has started
		err = nil
	}
	return out, err
}

type messagesInput struct {
	operation.ByID
	After int `query:"after" minimum:"0" doc:"Only messages after this seq"`
}

func (a Area) messages(ctx context.Context, c access.Caller, in *messagesInput) ([]api.Message, error) {
	r, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	rows, err := a.DB.Messages(ctx, r.ID, in.After)
	return operation.Each(rows, messageOut), err
}

type messageInput struct {
	operation.ByID
	Body api.NewMessage
}

func (a Area) resume(ctx context.Context, c access.Caller, in *messageInput) (api.Started, error) {
	r, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Started{}, err
	}
	message, err := a.masked(ctx, agentOf(r), in.Body.Message)
	if err != nil {
		return api.Started{}, err
	}
	generation, err := a.DB.ContinueRun(ctx, r.ID, message, c.Name)
	return api.Started{RunID: string(r.ID), GenerationID: string(generation)}, err
}

func (a Area) cancel(ctx context.Context, c access.Caller, in *operation.ByID) (api.Cancelled, error) {
	r, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Cancelled{}, err
	}
	n, err := a.DB.CancelRun(ctx, r.ID)
	if err == nil && n == 0 {
		err = guild.Errorf(guild.CodeConflict, "the run is %s already", r.Status)
	}
	return api.Cancelled{Generations: n}, err
}
