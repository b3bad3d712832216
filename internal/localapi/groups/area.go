// Package groups serves the groups of guilds: what was posted in them, and posting as an
// operator.
package groups

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct {
	DB   *postgres.DB
	Chat *group.Chat
}

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListGroupMessages, operation.See, a.list)
	operation.HandleCreation(h, api.PostToGroup, operation.Operate, a.post)
}

type listInput struct {
	operation.ByID
	api.GroupQuery
}

func (a Area) list(ctx context.Context, c access.Caller, in *listInput) ([]api.GroupMessage, error) {
	scope, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	var found []group.Message
	if in.After < 0 {
		found, err = a.DB.GroupLast(ctx, scope.ID, in.Limit)
	} else {
		found, err = a.DB.GroupAfter(ctx, scope.ID, in.After, in.Limit)
	}
	return operation.Each(found, out), err
}

type postInput struct {
	operation.ByID
	Body api.NewGroupMessage
}

func (a Area) post(ctx context.Context, c access.Caller, in *postInput) (api.PostedGroupMessage, error) {
	scope, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.PostedGroupMessage{}, err
	}
	posted, err := a.Chat.Post(ctx, group.Draft{GuildID: scope.ID, Guild: scope.Path, Author: group.Author{Name: c.Name}, Text: in.Body.Text})
	return api.PostedGroupMessage{GroupMessage: out(posted.Message), Unknown: operation.OrEmpty(posted.Unknown)}, err
}

// reach returns a guild that the caller reaches.
func (a Area) reach(ctx context.Context, c access.Caller, id string) (postgres.ScopeRow, error) {
	scope, err := operation.Reach(ctx, a.DB, c, id)
	if err == nil && scope.Level != guild.Guild {
		err = guild.Errorf(guild.CodeInvalid, "%s is of the level %s; a group belongs to a guild", scope.Path, scope.Level)
	}
	return scope, err
}

func out(m group.Message) api.GroupMessage {
	kind := "operator"
	if m.Author.Agent {
		kind = "agent"
	}
	return api.GroupMessage{
		ID: string(m.ID), Seq: m.Seq, Kind: kind, Author: m.Author.Name, AgentID: string(m.Author.AgentID), RunID: string(m.Author.Run),
		Text: m.Text, Hops: m.Hops, At: m.At,
		Woken: operation.Each(m.Woken, func(w group.Wake) api.GroupWake {
			return api.GroupWake{AgentID: string(w.AgentID), Agent: w.Slug, RunID: string(w.Run)}
		}),
	}
}
