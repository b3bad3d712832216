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

func (s *Server) listConnections(ctx context.Context, c access.Caller, q *api.ConnectionQuery) ([]api.Connection, error) {
	filter := postgres.ConnectionFilter{Server: q.Server}
	var err error
	if q.ScopeID != "" {
		var at postgres.ScopeRow
		at, err = operation.Reach(ctx, s.DB, c, q.ScopeID)
		filter.VisibleAt = at.ID
	}
	if err == nil && (q.WithinID != "" || q.ScopeID == "") {
		filter.Within, err = operation.Within(ctx, s.DB, c, q.WithinID)
	}
	if err != nil {
		return nil, err
	}
	rows, err := s.DB.Connections(ctx, filter)
	return s.connectionsOut(ctx, rows, err)
}

// connectionsOut needs the catalog for the state of each login's setup.
func (s *Server) connectionsOut(ctx context.Context, rows []connection.Connection, err error) ([]api.Connection, error) {
	if err != nil {
		return nil, err
	}
	servers, err := s.DB.Servers(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[guild.ID]connector.Server{}
	for _, row := range servers {
		byID[row.ID] = row
	}
	return operation.Each(rows, func(row connection.Connection) api.Connection { return s.connectionOut(row, byID[row.ServerID]) }), nil
}

func (s *Server) connectionOut(row connection.Connection, server connector.Server) api.Connection {
	setup, _ := s.setup(server)
	return api.Connection{
		ID: string(row.ID), ServerID: string(row.ServerID), Server: row.Server, ScopeID: string(row.ScopeID), Scope: row.Scope,
		Status: string(row.Status), AccountHint: row.AccountHint, OAuthSetupState: setup, Revision: row.Revision,
		Tools: row.Tools, ListedAt: row.ListedAt, ListError: row.ListError, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		LoginExpiresAt: row.LoginUntil, FolderID: row.FolderID, NeedsFolder: row.NeedsFolder && row.LoginUntil == nil,
	}
}

// login returns a login that the caller may see: one within its reach, or one
// that comes down to it. change asks for one that it may also change.
func (s *Server) login(ctx context.Context, c access.Caller, id string, change bool) (connection.Stored, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return connection.Stored{}, err
	}
	stored, err := s.DB.Login(ctx, parsed)
	if err != nil {
		return stored, err
	}
	owner, err := s.DB.Scope(ctx, stored.ScopeID)
	switch {
	case err != nil:
		return stored, err
	case c.Reaches(owner.Scope):
		return stored, nil
	case !c.Inherits(owner.ID):
		return stored, guild.Errorf(guild.CodeNotFound, "there is no connection %s", parsed)
	case change:
		return stored, guild.Errorf(guild.CodeDenied, "%s is inherited, and can be changed only where it is owned", stored)
	}
	return stored, nil
}

func (s *Server) getConnection(ctx context.Context, c access.Caller, in *operation.ByID) (api.Connection, error) {
	stored, err := s.login(ctx, c, in.ID, false)
	return s.connectionOut(stored.Connection, stored.Row), err
}

func (s *Server) connect(ctx context.Context, c access.Caller, in *struct{ Body api.NewConnection }) (api.Connection, error) {
	row, err := s.server(ctx, c, in.Body.ServerID)
	if err != nil {
		return api.Connection{}, err
	}
	scope, err := operation.Reach(ctx, s.DB, c, in.Body.ScopeID)
	if err != nil {
		return api.Connection{}, err
	}
	if !row.Published {
		return api.Connection{}, guild.Errorf(guild.CodeUnsupported, "%s is not published, so it takes no new logins", row.Slug).
			WithHint("guildsctl catalog edit %s --publish", row.Slug)
	}
	if state, why := s.setup(row); state == "unsupported" {
		err := guild.Errorf(guild.CodeUnsupported, "%s cannot be connected (setup_state: unsupported): %s", row.Slug, why).
			WithHint("set the missing variables for guildsd and start it again; see: guildsctl instance")
		return api.Connection{}, &operation.SetupError{State: state, Err: err}
	}
	existing, err := s.owned(ctx, row, scope.ID)
	if err != nil {
		return api.Connection{}, err
	}
	if row.Auth == connector.AuthOAuth {
		return s.begin(ctx, c, row, scope.Scope, existing, in.Body)
	}
	made, err := s.Logins.Connect(ctx, row, scope.Scope, existing, connection.Form{Fields: in.Body.Fields, Coins: in.Body.Coins})
	return s.connectionOut(made, row), err
}

// owned returns the login that a scope owns for a server, nil where it has none.
func (s *Server) owned(ctx context.Context, row connector.Server, scope guild.ID) (*connection.Connection, error) {
	rows, err := s.DB.Connections(ctx, postgres.ConnectionFilter{VisibleAt: scope, Server: row.Slug})
	for i := range rows {
		if rows[i].ScopeID == scope {
			return &rows[i], err
		}
	}
	return nil, err
}

func (s *Server) disconnect(ctx context.Context, c access.Caller, in *operation.RemoveInput) (api.Removal, error) {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return api.Removal{}, err
	}
	revoked := ""
	if !in.DryRun {
		revoked = s.Logins.Revoke(ctx, stored)
	}
	removal, err := s.DB.DeleteConnection(ctx, stored.ID, in.DryRun)
	out := s.removed(removal, in.DryRun)
	out.Revoked = revoked
	return out, err
}

func (s *Server) syncConnection(ctx context.Context, c access.Caller, in *operation.ByID) (api.Connection, error) {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return api.Connection{}, err
	}
	if err := s.Logins.Sync(ctx, stored.ID); err != nil {
		return api.Connection{}, err
	}
	return s.getConnection(ctx, c, in)
}
