package localapi

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

func (s *Server) listRepositories(ctx context.Context, c access.Caller, in *operation.ByID) ([]api.Repository, error) {
	stored, err := s.login(ctx, c, in.ID, false)
	if err != nil {
		return nil, err
	}
	reached, err := s.Logins.Repositories(ctx, stored)
	return operation.Each(reached, func(r connection.Repository) api.Repository {
		return api.Repository{
			GitHubID: r.ID, Name: r.Name, FullName: r.FullName, Owner: r.Owner,
			Private: r.Private, DefaultBranch: r.DefaultBranch, URL: r.URL,
		}
	}), err
}

type selectInput struct {
	operation.ByID
	Body api.SelectRepositories
}

func (s *Server) selectRepositories(ctx context.Context, c access.Caller, in *selectInput) (api.SelectedRepositories, error) {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return api.SelectedRepositories{}, err
	}
	wanted := operation.Each(in.Body.Repositories, func(r api.WantedRepository) connection.WantedRepository {
		return connection.WantedRepository{Name: r.Name, URL: r.URL, DefaultBranch: r.DefaultBranch}
	})
	selected, err := s.Logins.Select(ctx, stored, wanted)
	return api.SelectedRepositories{Repositories: operation.Each(selected, selectedOut)}, err
}

func (s *Server) getSelected(ctx context.Context, c access.Caller, in *operation.ByID) (api.SelectedRepositories, error) {
	stored, err := s.login(ctx, c, in.ID, false)
	if err != nil {
		return api.SelectedRepositories{}, err
	}
	selected, err := s.DB.Selected(ctx, stored.ID)
	return api.SelectedRepositories{Repositories: operation.Each(selected, selectedOut)}, err
}

func selectedOut(r connection.SelectedRepository) api.SelectedRepository {
	return api.SelectedRepository{GitHubID: r.GitHubID, Name: r.Name, URL: r.URL, DefaultBranch: r.DefaultBranch}
}

// guildRepositories lists a guild's repositories, with the GitHub logins that the
// caller can see from there.
func (s *Server) guildRepositories(ctx context.Context, c access.Caller, in *operation.ByID) (api.GuildRepositories, error) {
	scope, err := operation.Reach(ctx, s.DB, c, in.ID)
	if err != nil {
		return api.GuildRepositories{}, err
	}
	if scope.Level != guild.Guild {
		return api.GuildRepositories{}, guild.Errorf(guild.CodeNotFound, "%s is no guild", scope.Path)
	}
	rows, err := s.DB.GuildRepositories(ctx, scope.ID)
	if err != nil {
		return api.GuildRepositories{}, err
	}
	out := api.GuildRepositories{Repositories: operation.Each(rows, func(r postgres.GuildRepository) api.GuildRepository {
		return api.GuildRepository{ID: string(r.ID), ConnectionID: string(r.Connection), SelectedRepository: selectedOut(r.Selected)}
	})}
	logins, err := s.DB.Connections(ctx, postgres.ConnectionFilter{VisibleAt: scope.ID, Server: "github"})
	if err != nil {
		return out, err
	}
	out.Logins, err = s.connectionsOut(ctx, logins, nil)
	return out, err
}

// reusable reports whether the caller can see a connected login of an App's
// connector in the scope's organisation already, so that another one needs no new
// installation.
func (s *Server) reusable(ctx context.Context, c access.Caller, row connector.Server, scope guild.Scope) (bool, error) {
	if !row.Declared(s.Seeds).App || scope.Level == guild.Platform {
		return false, nil
	}
	logins, err := s.DB.Connections(ctx, postgres.ConnectionFilter{Within: scope.Chain[guild.Organisation], Server: row.Slug})
	if err != nil {
		return false, err
	}
	for _, login := range logins {
		if login.Status != connection.Connected {
			continue
		}
		if _, err := s.login(ctx, c, string(login.ID), false); err == nil {
			return true, nil
		}
	}
	return false, nil
}
