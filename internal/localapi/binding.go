package localapi

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/native"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

func (s *Server) listBindings(ctx context.Context, c access.Caller, q *api.BindingQuery) ([]api.Binding, error) {
	var at, within guild.ID
	var err error
	if q.ScopeID != "" {
		at, err = operation.Within(ctx, s.DB, c, q.ScopeID)
	} else {
		within, err = operation.Within(ctx, s.DB, c, q.WithinID)
	}
	if err != nil {
		return nil, err
	}
	rows, err := s.DB.Bindings(ctx, at, within)
	return operation.Each(rows, bindingOut), err
}

func bindingOut(b postgres.BindingRow) api.Binding {
	return api.Binding{
		ID: string(b.ID), ScopeID: string(b.ScopeID), Scope: b.Scope, CatalogKind: string(b.Kind), CatalogID: b.CatalogID,
		Name: b.Name, Enabled: b.Enabled, ConnectionID: string(b.Connection), UpdatedAt: b.UpdatedAt,
	}
}

func (s *Server) putBinding(ctx context.Context, c access.Caller, in *struct{ Body api.PutBindingBody }) (api.Binding, error) {
	b := in.Body
	kind, err := binding.ParseKind(b.CatalogKind)
	if err != nil {
		return api.Binding{}, err
	}
	scope, err := operation.Reach(ctx, s.DB, c, b.ScopeID)
	if err != nil {
		return api.Binding{}, err
	}
	row := binding.Row{Level: scope.Level, Kind: kind, CatalogID: catalogID(kind, b.CatalogID), Enabled: b.Enabled}
	if err := itemChecks[kind](s, ctx, scope.Scope, row); err != nil {
		return api.Binding{}, err
	}
	if b.ConnectionID != "" {
		if row.Connection, err = s.bindable(ctx, scope.Scope, row, b.ConnectionID); err != nil {
			return api.Binding{}, err
		}
	}
	if err := s.DB.PutBinding(ctx, scope.ID, row); err != nil {
		return api.Binding{}, err
	}
	return s.readBinding(ctx, scope.ID, row)
}

// catalogID is the one form in which an item is stored: an id may be written in
// several.
func catalogID(kind binding.Kind, id string) string {
	if parsed, err := guild.ParseID(id); kind == binding.MCP && err == nil {
		return string(parsed)
	}
	return id
}

func (s *Server) readBinding(ctx context.Context, scope guild.ID, row binding.Row) (api.Binding, error) {
	rows, err := s.DB.Bindings(ctx, scope, "")
	for _, b := range rows {
		if b.Kind == row.Kind && b.CatalogID == row.CatalogID {
			return bindingOut(b), err
		}
	}
	if err == nil {
		err = guild.Errorf(guild.CodeConflict, "the binding was removed meanwhile")
	}
	return api.Binding{}, err
}

// itemChecks say, by kind, whether the catalog has the item that a row is about.
var itemChecks = map[binding.Kind]func(*Server, context.Context, guild.Scope, binding.Row) error{
	binding.NativeTool: func(_ *Server, _ context.Context, _ guild.Scope, row binding.Row) error {
		if slices.Contains(native.Bindable(), row.CatalogID) {
			return nil
		}
		if what := native.Decides(row.CatalogID); what != "" {
			return undecided(guild.CodeInvalid, row.CatalogID, what)
		}
		return guild.Errorf(guild.CodeInvalid, "%q is not a native tool; guildsctl tool list shows those that there are", row.CatalogID)
	},
	binding.ArtifactGrant: func(_ *Server, _ context.Context, _ guild.Scope, row binding.Row) error {
		if !slices.ContainsFunc(native.Grants(), func(g native.Grant) bool { return g.Name == row.CatalogID }) {
			return guild.Errorf(guild.CodeInvalid, "%q is not a note grant; the grants are read_guild, read_org, write_guild and write_org", row.CatalogID)
		}
		return nil
	},
	binding.MCP: func(s *Server, ctx context.Context, _ guild.Scope, row binding.Row) error {
		id, err := guild.ParseID(row.CatalogID)
		if err != nil {
			return err
		}
		server, err := s.DB.Server(ctx, id)
		if err == nil && server.Declared(s.Seeds).App {
			err = noSwitch(server)
		}
		return err
	},
	binding.MCPTool: func(s *Server, ctx context.Context, scope guild.Scope, row binding.Row) error {
		listed, err := s.DB.ToolListed(ctx, scope.ID, row.CatalogID)
		if err == nil && !listed {
			err = guild.Errorf(guild.CodeInvalid, "no connection at, above or below %s lists a tool %s", scope.Path, row.CatalogID).
				WithHint("guildsctl tool list --at %s", scope.Path)
		}
		return err
	},
}

// undecided says of a native tool that no binding decides on it, and what does.
func undecided(code guild.Code, name, what string) error {
	return guild.Errorf(code, "no binding decides on %s: %s", name, what)
}

// noSwitch refuses to switch what has no switch: GitHub, whose enabled binding comes
// and goes with its login (specification, "GitHub").
func noSwitch(server connector.Server) error {
	return guild.Errorf(guild.CodeUnsupported, "%s has no On/Off switch: it offers no tools, and the login that is owned nearest serves", server.Slug).
		WithHint("guildsctl repo select --none --at SCOPE leaves a login no repositories; guildsctl disconnect %s --at SCOPE ends it", server.Slug)
}

// bindable returns the id of a login that a row may carry: only the binding of a
// server carries one, of that server, and visible at the scope.
func (s *Server) bindable(ctx context.Context, scope guild.Scope, row binding.Row, login string) (guild.ID, error) {
	if row.Kind != binding.MCP {
		return "", guild.Errorf(guild.CodeInvalid, "only the binding of a server carries a connection; this one is about a %s", row.Kind)
	}
	id, err := guild.ParseID(login)
	if err != nil {
		return "", err
	}
	stored, err := s.DB.Login(ctx, id)
	switch {
	case err != nil:
		return "", err
	case !scope.Within(stored.ScopeID):
		return "", guild.Errorf(guild.CodeNotFound, "there is no connection %s that is visible at %s", id, scope.Path)
	case string(stored.ServerID) != row.CatalogID:
		return "", guild.Errorf(guild.CodeInvalid, "the connection %s is a login for %s, and the binding is about another server", id, stored.Server)
	}
	return id, nil
}

func (s *Server) deleteBinding(ctx context.Context, c access.Caller, k *api.BindingKey) error {
	kind, err := binding.ParseKind(k.CatalogKind)
	if err != nil {
		return err
	}
	scope, err := operation.Reach(ctx, s.DB, c, k.ScopeID)
	if err != nil {
		return err
	}
	id := catalogID(kind, k.CatalogID)
	if server, err := s.DB.Server(ctx, guild.ID(id)); kind == binding.MCP && err == nil && server.Declared(s.Seeds).App {
		return noSwitch(server)
	}
	return s.DB.DeleteBinding(ctx, scope.ID, kind, id)
}

func (s *Server) explainBinding(ctx context.Context, c access.Caller, q *api.ExplainQuery) (api.Explanation, error) {
	view, err := s.view(ctx, c, q.ScopeID, q.Name)
	if err != nil {
		return api.Explanation{}, err
	}
	if server, ok := view.FindServer(q.Name); ok {
		return view.explainServer(server), nil
	}
	if slices.Contains(native.Bindable(), q.Name) {
		return view.explainItem(binding.NativeTool, q.Name), nil
	}
	if slices.ContainsFunc(native.Grants(), func(g native.Grant) bool { return g.Name == q.Name }) {
		return view.explainItem(binding.ArtifactGrant, q.Name), nil
	}
	if tool, ok := view.FindTool(q.Name); ok {
		return view.explainTool(*tool.Server, tool.Name, tool.Reason), nil
	}
	if what := native.Decides(q.Name); what != "" {
		return api.Explanation{}, undecided(guild.CodeNotFound, q.Name, what)
	}
	return s.explainBelow(ctx, view, q.Name)
}

// explainBelow explains a tool that only a login below the scope lists: a row
// about it may stand here all the same.
func (s *Server) explainBelow(ctx context.Context, view scopeView, name string) (api.Explanation, error) {
	listed, err := s.DB.ToolListed(ctx, view.Scope.ID, name)
	if err != nil {
		return api.Explanation{}, err
	}
	slug, _, _ := strings.Cut(name, "_")
	if server, ok := view.FindServer(slug); listed && ok {
		return view.explainTool(server, name, server.Reason), nil
	}
	return api.Explanation{}, guild.Errorf(guild.CodeNotFound, "nothing in the catalog or on a connection that %s can see is called %s", view.Scope.Path, name).
		WithHint("guildsctl tool list --at %s", view.Scope.Path)
}

// scopeView is a scope's offer with the names of its logins.
type scopeView struct {
	offer.View
	logins map[guild.ID]connection.Connection
}

// view resolves what a scope within the caller's reach is offered; tool, where
// it is not empty, narrows the tools.
func (s *Server) view(ctx context.Context, c access.Caller, scopeID, tool string) (scopeView, error) {
	id, err := guild.ParseID(scopeID)
	if err != nil {
		return scopeView{}, err
	}
	rows, err := s.DB.OfferRows(ctx, id, tool)
	if err != nil {
		return scopeView{}, err
	}
	if !c.Reaches(rows.Scope) {
		return scopeView{}, guild.Errorf(guild.CodeNotFound, "there is no scope %s", id)
	}
	v := scopeView{View: offer.Resolve(rows, s.Seeds), logins: map[guild.ID]connection.Connection{}}
	for _, login := range rows.Connections {
		v.logins[login.ID] = login
	}
	return v, nil
}

func (v scopeView) explainServer(server offer.Server) api.Explanation {
	e := v.explanation(binding.MCP, string(server.ID), server.Slug, v.Chain.Explain(binding.MCP, string(server.ID)))
	e.Reason = server.Reason
	return e
}

func (v scopeView) explainItem(kind binding.Kind, name string) api.Explanation {
	e := v.explanation(kind, name, name, v.Chain.Explain(kind, name))
	e.Reason = "no binding grants " + name + " here or above"
	for _, step := range e.Steps {
		if step.Decides {
			e.Reason = fmt.Sprintf("%s is %s at %s", name, step.Row, step.Scope)
		}
	}
	return e
}

func (v scopeView) explainTool(server offer.Server, name, reason string) api.Explanation {
	e := v.explanation(binding.MCPTool, name, name, v.Chain.ExplainTool(server.State, name))
	e.Enabled = v.Chain.ResolveTool(server.State, name).Enabled
	e.Reason = reason
	walk := v.explainServer(server)
	e.Server = &walk
	return e
}

func (v scopeView) explanation(kind binding.Kind, id, name string, steps []binding.Step) api.Explanation {
	end := steps[len(steps)-1].State
	e := api.Explanation{
		Scope: v.Scope.Path, CatalogKind: string(kind), CatalogID: id, Name: name,
		Enabled: end.Enabled, ConnectionID: string(end.Connection), Connection: v.loginName(end.Connection),
	}
	for _, step := range steps {
		e.Steps = append(e.Steps, v.step(step, end.By))
	}
	return e
}

func (v scopeView) step(step binding.Step, last *binding.Row) api.Step {
	out := api.Step{Level: step.Level.String(), Scope: v.Scope.At(step.Level), Row: "none", Enabled: step.State.Enabled}
	if step.Row == nil {
		return out
	}
	out.Row = "off"
	if step.Row.Enabled {
		out.Row = "on"
	}
	out.ConnectionID, out.Connection = string(step.Row.Connection), v.loginName(step.Row.Connection)
	out.Decides = step.Row == last
	return out
}

func (v scopeView) loginName(id guild.ID) string {
	if login, ok := v.logins[id]; ok {
		return login.String()
	}
	return ""
}
