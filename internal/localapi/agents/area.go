// Package agents serves the settings of agents. An agent itself is a scope, and is
// made and deleted as one.
package agents

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct{ DB *postgres.DB }

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.GetAgent, operation.See, a.get)
	operation.Handle(h, api.EditAgent, operation.Operate, a.edit)
}

func (a Area) get(ctx context.Context, c access.Caller, in *operation.ByID) (api.Agent, error) {
	scope, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Agent{}, err
	}
	s, err := a.DB.AgentSettings(ctx, scope.ID)
	return out(scope, s), err
}

type editInput struct {
	operation.ByID
	Body api.AgentPatch
}

func (a Area) edit(ctx context.Context, c access.Caller, in *editInput) (api.Agent, error) {
	scope, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Agent{}, err
	}
	s, err := a.DB.EditAgent(ctx, scope.ID, agent.Patch(in.Body))
	return out(scope, s), err
}

// reach returns an agent that the caller reaches. Another scope is no agent.
func (a Area) reach(ctx context.Context, c access.Caller, id string) (postgres.ScopeRow, error) {
	scope, err := operation.Reach(ctx, a.DB, c, id)
	if err == nil && scope.Level != guild.Agent {
		err = guild.Errorf(guild.CodeNotFound, "%s is of the level %s, not agent", scope.Path, scope.Level)
	}
	return scope, err
}

func out(scope postgres.ScopeRow, s agent.Settings) api.Agent {
	return api.Agent{
		Scope: operation.ScopeOut(scope),
		Model: s.Model, Instructions: s.Instructions, MaxToolCalls: s.MaxToolCalls, MaxScripts: s.MaxScripts,
		Coding: s.Coding, Browser: s.Browser, Scripting: s.Scripting, Memory: s.Memory, UpdatedAt: s.UpdatedAt,
	}
}
