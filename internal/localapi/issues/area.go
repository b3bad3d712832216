// Package issues serves what agents report to their guilds' operators.
package issues

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/issue"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct{ DB *postgres.DB }

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListIssues, operation.See, a.list)
	operation.Handle(h, api.GetIssue, operation.See, a.get)
	operation.Handle(h, api.ResolveIssue, operation.Operate, a.resolve)
	operation.Handle(h, api.ResolveIssues, operation.Operate, a.resolveAll)
}

func (a Area) list(ctx context.Context, c access.Caller, q *api.IssueQuery) ([]api.Issue, error) {
	within, err := operation.Within(ctx, a.DB, c, q.WithinID)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.Issues(ctx, within, q.All)
	return operation.Each(found, out), err
}

func (a Area) get(ctx context.Context, c access.Caller, in *operation.ByID) (api.Issue, error) {
	i, err := a.find(ctx, c, in.ID)
	return out(i), err
}

type resolveInput struct {
	operation.ByID
	Body api.IssueNote
}

func (a Area) resolve(ctx context.Context, c access.Caller, in *resolveInput) (api.Issue, error) {
	i, err := a.find(ctx, c, in.ID)
	if err == nil {
		err = issue.CheckNote(in.Body.Note)
	}
	if err != nil {
		return api.Issue{}, err
	}
	done, err := a.DB.ResolveIssue(ctx, i.ID, c.Name, in.Body.Note)
	if err != nil {
		return api.Issue{}, err
	}
	if i, err = a.DB.Issue(ctx, i.ID); err == nil && !done {
		err = guild.Errorf(guild.CodeConflict, "the issue is resolved already, by %s", i.ResolvedBy)
	}
	return out(i), err
}

func (a Area) resolveAll(ctx context.Context, c access.Caller, in *struct{ Body api.GuildIssues }) (api.ResolvedIssues, error) {
	scope, err := operation.Reach(ctx, a.DB, c, in.Body.GuildID)
	if err == nil && scope.Level != guild.Guild {
		err = guild.Errorf(guild.CodeInvalid, "%s is of the level %s; issues belong to a guild", scope.Path, scope.Level)
	}
	if err == nil {
		err = issue.CheckNote(in.Body.Note)
	}
	if err != nil {
		return api.ResolvedIssues{}, err
	}
	n, err := a.DB.ResolveIssues(ctx, scope.ID, c.Name, in.Body.Note)
	return api.ResolvedIssues{Resolved: n}, err
}

// find returns an issue of a guild that the caller reaches. Any other is not found.
func (a Area) find(ctx context.Context, c access.Caller, id string) (issue.Issue, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return issue.Issue{}, err
	}
	i, err := a.DB.Issue(ctx, parsed)
	if err != nil {
		return i, err
	}
	if _, err = operation.Reach(ctx, a.DB, c, string(i.GuildID)); guild.CodeOf(err) == guild.CodeNotFound {
		err = guild.Errorf(guild.CodeNotFound, "there is no issue %s", parsed)
	}
	return i, err
}

func out(i issue.Issue) api.Issue {
	status := "open"
	if i.ResolvedAt != nil {
		status = "resolved"
	}
	return api.Issue{
		ID: string(i.ID), GuildID: string(i.GuildID), Guild: guild.Scope{Path: i.Agent, Level: guild.Agent}.At(guild.Guild),
		AgentID: string(i.AgentID), Agent: i.Agent, RunID: string(i.Run), CallID: string(i.Call),
		Category: i.Category, Tool: i.Tool, Title: i.Title, Details: i.Details, Status: status,
		ResolvedBy: i.ResolvedBy, ResolvedAt: i.ResolvedAt, Note: i.Note, CreatedAt: i.CreatedAt,
	}
}
