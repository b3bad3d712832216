package localapi

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

func (s *Server) listScopes(ctx context.Context, c access.Caller, q *api.ScopeQuery) ([]api.Scope, error) {
	within, err := operation.Within(ctx, s.DB, c, q.WithinID)
	if err != nil {
		return nil, err
	}
	if q.Path != "" {
		if _, err := guild.ParsePath(q.Path); err != nil {
			return nil, err
		}
	}
	filter := postgres.ScopeFilter{Path: q.Path, Within: within}
	if q.Level != "" {
		level, err := guild.ParseLevel(q.Level)
		if err != nil {
			return nil, err
		}
		filter.Level = &level
	}
	rows, err := s.DB.Scopes(ctx, filter)
	return operation.Each(rows, operation.ScopeOut), err
}

func (s *Server) createScope(ctx context.Context, c access.Caller, in *struct{ Body api.NewScope }) (api.Scope, error) {
	parent, err := operation.Reach(ctx, s.DB, c, in.Body.ParentID)
	if err != nil {
		return api.Scope{}, err
	}
	if parent.Level == guild.Agent {
		return api.Scope{}, guild.Errorf(guild.CodeInvalid, "%s is an agent, and nothing lies below an agent", parent.Path)
	}
	if err := guild.CheckSlug(in.Body.Slug); err != nil {
		return api.Scope{}, err
	}
	made, err := s.DB.CreateAgent(ctx, parent.Scope, in.Body.Slug, in.Body.Name, in.Body.Model)
	return operation.ScopeOut(made), err
}

func (s *Server) getScope(ctx context.Context, c access.Caller, in *operation.ByID) (api.Scope, error) {
	scope, err := operation.Reach(ctx, s.DB, c, in.ID)
	return operation.ScopeOut(scope), err
}

func (s *Server) deleteScope(ctx context.Context, c access.Caller, in *operation.RemoveInput) (api.Removal, error) {
	scope, err := operation.Reach(ctx, s.DB, c, in.ID)
	if err != nil {
		return api.Removal{}, err
	}
	if scope.Level == guild.Platform {
		return api.Removal{}, guild.Errorf(guild.CodeDenied, "the platform cannot be deleted")
	}
	revoked := ""
	if !in.DryRun {
		if revoked, err = s.revokeAll(ctx, scope.ID); err != nil {
			return api.Removal{}, err
		}
	}
	removal, err := s.DB.DeleteScope(ctx, scope.ID, in.DryRun)
	out := s.removed(removal, in.DryRun)
	out.Revoked = revoked
	return out, err
}

// revokeAll ends the logins of a scope that goes at their vendors, side by side,
// and says of each whether it did.
func (s *Server) revokeAll(ctx context.Context, id guild.ID) (string, error) {
	planned, err := s.DB.DeleteScope(ctx, id, true)
	if err != nil {
		return "", err
	}
	said := make([]string, len(planned.ConnectionIDs))
	var revoking sync.WaitGroup
	for i, login := range planned.ConnectionIDs {
		revoking.Go(func() {
			if stored, err := s.DB.Login(ctx, login); err == nil {
				said[i] = s.Logins.Revoke(ctx, stored)
			}
		})
	}
	revoking.Wait()
	return strings.Join(slices.DeleteFunc(said, func(text string) bool { return text == "" }), "\n"), nil
}

// removed ends the sessions of logins that are gone, and says what went.
func (s *Server) removed(r postgres.Removal, dryRun bool) api.Removal {
	if !dryRun {
		for _, id := range r.ConnectionIDs {
			s.Logins.Forget(id)
		}
	}
	return api.Removal{
		DryRun: dryRun, Scopes: operation.OrEmpty(r.Scopes), Connections: operation.OrEmpty(r.Connections),
		Bindings: operation.OrEmpty(r.Bindings), Tokens: operation.OrEmpty(r.Tokens), Repositories: operation.OrEmpty(r.Repositories), Notes: operation.OrEmpty(r.Notes),
		Schedules: operation.OrEmpty(r.Schedules), Collections: operation.OrEmpty(r.Collections), ModelKeys: operation.OrEmpty(r.ModelKeys),
		Secrets: operation.OrEmpty(r.Secrets), Runs: operation.OrEmpty(r.Runs), Issues: operation.OrEmpty(r.Issues),
		Groups: operation.OrEmpty(r.Groups),
	}
}
