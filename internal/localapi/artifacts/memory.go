package artifacts

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

func (a Area) memory(ctx context.Context, c access.Caller, in *operation.ByID) (api.Memory, error) {
	agent, err := a.agent(ctx, c, in.ID)
	if err != nil {
		return api.Memory{}, err
	}
	return a.remembered(ctx, agent)
}

func (a Area) remembered(ctx context.Context, agent guild.ID) (api.Memory, error) {
	m, err := a.DB.Memory(ctx, agent)
	return api.Memory{
		Content: m.Content, Characters: artifact.Length(m.Content), Author: m.Author.Name, RunID: string(m.Author.Run), UpdatedAt: m.UpdatedAt,
	}, err
}

type rememberInput struct {
	operation.ByID
	Body api.MemoryContent
}

func (a Area) remember(ctx context.Context, c access.Caller, in *rememberInput) (api.Memory, error) {
	agent, err := a.agent(ctx, c, in.ID)
	if err != nil {
		return api.Memory{}, err
	}
	return a.write(ctx, c, agent, in.Body.Content)
}

func (a Area) write(ctx context.Context, c access.Caller, agent guild.ID, content string) (api.Memory, error) {
	if err := artifact.CheckMemory(content); err != nil {
		return api.Memory{}, err
	}
	if _, err := a.DB.WriteMemory(ctx, agent, content, artifact.Author{Name: c.Name}); err != nil {
		return api.Memory{}, err
	}
	return a.remembered(ctx, agent)
}

func (a Area) revisions(ctx context.Context, c access.Caller, in *operation.ByID) ([]api.MemoryRevision, error) {
	agent, err := a.agent(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.MemoryRevisions(ctx, agent)
	return operation.Each(found, func(r artifact.Revision) api.MemoryRevision {
		out := revisionOut(r)
		out.Content = ""
		return out
	}), err
}

func revisionOut(r artifact.Revision) api.MemoryRevision {
	return api.MemoryRevision{
		ID: string(r.ID), Content: r.Content, Characters: artifact.Length(r.Content), Author: r.Author.Name, RunID: string(r.Author.Run),
		WrittenAt: r.WrittenAt, ReplacedAt: r.ReplacedAt, ReplacedBy: r.ReplacedBy.Name, ReplacedByRun: string(r.ReplacedBy.Run),
	}
}

type revisionInput struct {
	operation.ByID
	Revision string `path:"revision" doc:"The id of the version"`
}

func (a Area) revision(ctx context.Context, c access.Caller, in *revisionInput) (api.MemoryRevision, error) {
	_, r, err := a.find(ctx, c, in)
	return revisionOut(r), err
}

func (a Area) restore(ctx context.Context, c access.Caller, in *revisionInput) (api.Memory, error) {
	agent, r, err := a.find(ctx, c, in)
	if err != nil {
		return api.Memory{}, err
	}
	return a.write(ctx, c, agent, r.Content)
}

// find returns an earlier version of the memory of an agent that the caller reaches.
func (a Area) find(ctx context.Context, c access.Caller, in *revisionInput) (guild.ID, artifact.Revision, error) {
	agent, err := a.agent(ctx, c, in.ID)
	if err != nil {
		return "", artifact.Revision{}, err
	}
	id, err := guild.ParseID(in.Revision)
	if err != nil {
		return "", artifact.Revision{}, err
	}
	r, err := a.DB.MemoryRevision(ctx, agent, id)
	return agent, r, err
}

// agent returns an agent that the caller reaches. Another scope has no memory.
func (a Area) agent(ctx context.Context, c access.Caller, id string) (guild.ID, error) {
	scope, err := operation.Reach(ctx, a.DB, c, id)
	if err == nil && scope.Level != guild.Agent {
		err = guild.Errorf(guild.CodeNotFound, "%s is of the level %s, and only an agent has a memory", scope.Path, scope.Level)
	}
	return scope.ID, err
}
