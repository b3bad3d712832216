package localapi

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/schema"
	"github.com/guildsbox/guilds/pkg/api"
)

// freshView is view after the listings of the logins that the scope resolves to
// have been brought up to date where they no longer serve.
func (s *Server) freshView(ctx context.Context, c access.Caller, scopeID string) (scopeView, error) {
	view, err := s.view(ctx, c, scopeID, "")
	if err != nil {
		return view, err
	}
	var used []connection.Connection
	for _, server := range view.Servers {
		if server.Usable {
			used = append(used, *server.Login)
		}
	}
	if !s.Logins.Freshen(ctx, used) {
		return view, nil
	}
	return s.view(ctx, c, scopeID, "")
}

func (s *Server) listTools(ctx context.Context, c access.Caller, q *api.ToolQuery) ([]api.Tool, error) {
	if q.ConnectionID != "" {
		return s.listLogin(ctx, c, q.ConnectionID)
	}
	view, err := s.freshView(ctx, c, scopeOr(q.ScopeID, c))
	if err != nil {
		return nil, err
	}
	natives, err := s.Natives.At(ctx, view.View)
	return view.tools(natives), err
}

// scopeOr is the scope that was asked for, else the caller's own.
func scopeOr(id string, c access.Caller) string {
	if id == "" {
		return string(c.Scope.ID)
	}
	return id
}

func (v scopeView) toolOut(t offer.Tool) api.Tool {
	return api.Tool{
		Name: t.Name, Kind: string(binding.MCPTool), Server: t.Server.Slug, RemoteName: t.RemoteName, Title: t.Title, Description: t.Description,
		Enabled: t.State.Enabled, Offered: t.Offered, Reason: t.Reason, Remedy: t.Remedy, DefaultOff: t.DefaultOff,
		ConnectionID: string(t.ConnectionID), Connection: v.loginName(t.ConnectionID),
	}
}

// listLogin lists a login's tools whatever a scope resolves to.
func (s *Server) listLogin(ctx context.Context, c access.Caller, id string) ([]api.Tool, error) {
	stored, err := s.login(ctx, c, id, false)
	if err != nil {
		return nil, err
	}
	tools, err := s.DB.Tools(ctx, stored.ID)
	return operation.Each(tools, func(t connection.Tool) api.Tool { return s.loginTool(stored, t) }), err
}

func (s *Server) loginTool(stored connection.Stored, t connection.Tool) api.Tool {
	usable, remedy := stored.Status == connection.Connected, ""
	if !usable {
		remedy = stored.Reconnect()
	}
	return api.Tool{
		Name: t.Name, Kind: string(binding.MCPTool), Server: stored.Server, RemoteName: t.RemoteName, Title: t.Title, Description: t.Description,
		Enabled: usable, Offered: usable, Reason: "the login " + stored.String() + " itself, whatever its bindings; it is " + string(stored.Status),
		Remedy:       remedy,
		DefaultOff:   connector.IsDefaultOff(stored.Row.Declared(s.Seeds).DefaultOff, t.RemoteName),
		ConnectionID: string(stored.ID), Connection: stored.String(),
	}
}

type toolInput struct {
	Name string `path:"name" doc:"The namespaced name"`
	api.ToolQuery
}

func (s *Server) getTool(ctx context.Context, c access.Caller, in *toolInput) (api.ToolDetail, error) {
	if in.ConnectionID != "" {
		stored, err := s.login(ctx, c, in.ConnectionID, false)
		if err != nil {
			return api.ToolDetail{}, err
		}
		return s.detail(ctx, stored.ID, in.Name, func(t connection.Tool) api.Tool { return s.loginTool(stored, t) })
	}
	view, err := s.view(ctx, c, scopeOr(in.ScopeID, c), in.Name)
	if err != nil {
		return api.ToolDetail{}, err
	}
	if tool, ok := view.FindTool(in.Name); ok {
		return s.detail(ctx, tool.ConnectionID, in.Name, func(connection.Tool) api.Tool { return view.toolOut(tool) })
	}
	natives, err := s.Natives.At(ctx, view.View)
	if err != nil {
		return api.ToolDetail{}, err
	}
	if native, ok := find(natives, in.Name); ok {
		return nativeDetail(native)
	}
	return api.ToolDetail{}, view.noTool(in.Name)
}

func (s *Server) detail(ctx context.Context, login guild.ID, name string, out func(connection.Tool) api.Tool) (api.ToolDetail, error) {
	row, err := s.DB.Tool(ctx, login, name)
	if err != nil {
		return api.ToolDetail{}, err
	}
	offered, err := schema.Offered(row.InputSchema)
	return api.ToolDetail{Tool: out(row), InputSchema: row.InputSchema, OfferedSchema: offered, Annotations: row.Annotations}, err
}

type scopeInput struct {
	ScopeID string `query:"scope_id" doc:"An organisation, guild or agent; the caller's own scope when left out"`
}

func (s *Server) getAccess(ctx context.Context, c access.Caller, in *scopeInput) (api.Access, error) {
	view, err := s.freshView(ctx, c, scopeOr(in.ScopeID, c))
	if err != nil {
		return api.Access{}, err
	}
	scope, err := s.DB.Scope(ctx, view.Scope.ID)
	if err != nil {
		return api.Access{}, err
	}
	natives, err := s.Natives.At(ctx, view.View)
	if err != nil {
		return api.Access{}, err
	}
	out := api.Access{Scope: operation.ScopeOut(scope), Servers: []api.ServerAccess{}, Tools: view.tools(natives)}
	for _, server := range view.Servers {
		if server.Published || server.Login != nil || server.Own != nil {
			access := s.serverAccess(server)
			if access.GitHubRepositories, err = s.selection(ctx, server); err != nil {
				return api.Access{}, err
			}
			out.Servers = append(out.Servers, access)
		}
	}
	return out, nil
}

// selection returns the repositories that the GitHub login which a scope resolves
// to is for; other logins have none.
func (s *Server) selection(ctx context.Context, server offer.Server) ([]api.SelectedRepository, error) {
	if server.Login == nil || !server.Declared(s.Seeds).App {
		return nil, nil
	}
	selected, err := s.DB.Selected(ctx, server.Login.ID)
	return operation.Each(selected, selectedOut), err
}

func (s *Server) serverAccess(server offer.Server) api.ServerAccess {
	setup, unsupported := s.setup(server.Server)
	out := api.ServerAccess{
		ServerID: string(server.ID), Server: server.Slug, Name: server.Name, Auth: string(server.Auth),
		OAuthSetupState: setup, Unsupported: unsupported, Enabled: server.State.Enabled, Reason: server.Reason,
	}
	for _, login := range []struct {
		from *connection.Connection
		to   **api.Connection
	}{{server.Login, &out.Connection}, {server.Own, &out.Own}} {
		if login.from != nil {
			c := s.connectionOut(*login.from, server.Server)
			*login.to = &c
		}
	}
	return out
}
