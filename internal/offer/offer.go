// Package offer says what a scope is offered, and of all else why it is not.
package offer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// Rows are what a scope's offer is made from: one query's worth.
type Rows struct {
	Scope       guild.Scope
	Bindings    []binding.Row           // of the scope and of those above it
	Servers     []connector.Server      // the catalog, without copy
	Connections []connection.Connection // visible at the scope: owned by it or above it
	Tools       []connection.Tool       // listed on those connections, without schemas
}

// View is what a scope is offered.
type View struct {
	Scope   guild.Scope
	Chain   binding.Chain
	Servers []Server
	Tools   []Tool
}

// Server is one connector as the scope sees it.
type Server struct {
	connector.Server
	State  binding.State
	Login  *connection.Connection // the one that the walk ends with; nil where it ends with none
	Own    *connection.Connection // the one that the scope itself owns; nil where it owns none
	Usable bool                   // enabled, with a connected login
	Reason string
	Remedy string // the command that would help, where only the login is missing; empty elsewhere
}

// Tool is one listed tool as the scope sees it.
type Tool struct {
	connection.Tool
	Server     *Server
	State      binding.State
	Offered    bool
	DefaultOff bool
	Reason     string
	Remedy     string // as that of the server, while it is what stands in the way
}

// Resolve makes the view, its servers by slug and its tools by name. The rows may
// come in any order, and are sorted in place. seeds are the product's own
// connectors, which know the tools that are Off by default.
func Resolve(rows Rows, seeds []connector.Connector) View {
	v := View{Scope: rows.Scope, Chain: binding.NewChain(rows.Scope.Level, rows.Bindings)}
	logins := make(map[guild.ID]*connection.Connection, len(rows.Connections))
	own := map[guild.ID]*connection.Connection{}
	for i := range rows.Connections {
		c := &rows.Connections[i]
		logins[c.ID] = c
		if c.ScopeID == rows.Scope.ID {
			own[c.ServerID] = c
		}
	}
	slices.SortFunc(rows.Servers, func(a, b connector.Server) int { return strings.Compare(a.Slug, b.Slug) })
	slices.SortFunc(rows.Tools, func(a, b connection.Tool) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.ConnectionID, b.ConnectionID))
	})
	v.Servers = make([]Server, len(rows.Servers))
	servers := make(map[guild.ID]*Server, len(rows.Servers))
	for i, row := range rows.Servers {
		if row.Declared(seeds).App {
			v.Servers[i] = v.unswitched(row, rows.Connections, own[row.ID])
		} else {
			v.Servers[i] = v.server(row, logins, own[row.ID])
		}
		servers[row.ID] = &v.Servers[i]
	}
	defaultOff := patterns(rows.Servers, seeds)
	v.Tools = make([]Tool, 0, len(rows.Tools))
	seen := make(map[string]bool, len(rows.Tools))
	for _, row := range rows.Tools {
		server := servers[logins[row.ConnectionID].ServerID]
		// Of several logins for one server, the tools are those of the one that
		// the scope resolves to. Where it resolves to none, the tools that it
		// could have are shown once each, as not offered.
		if server.Login != nil && server.Login.ID != row.ConnectionID || seen[row.Name] {
			continue
		}
		seen[row.Name] = true
		item := v.tool(row, server)
		item.DefaultOff = connector.IsDefaultOff(defaultOff[server.ID], row.RemoteName)
		v.Tools = append(v.Tools, item)
	}
	return v
}

func patterns(servers []connector.Server, seeds []connector.Connector) map[guild.ID][]string {
	m := make(map[guild.ID][]string, len(servers))
	for _, s := range servers {
		m[s.ID] = s.Declared(seeds).DefaultOff
	}
	return m
}

func (v View) server(row connector.Server, logins map[guild.ID]*connection.Connection, own *connection.Connection) Server {
	s := Server{Server: row, Own: own, State: v.Chain.Resolve(binding.MCP, string(row.ID))}
	s.Login = logins[s.State.Connection]
	switch {
	case s.State.By == nil:
		s.Reason = fmt.Sprintf("no binding grants %s here or above", row.Slug)
	case !s.State.Enabled:
		s.Reason = fmt.Sprintf("%s is off at %s", row.Slug, v.at(s.State))
	case s.Login == nil:
		s.Reason = fmt.Sprintf("%s is on at %s, and no login is connected here or above", row.Slug, v.at(s.State))
		s.Remedy = connection.ConnectCommand(row.Slug, v.Scope.Path)
	case s.Login.Status != connection.Connected:
		s.Reason = fmt.Sprintf("the login %s is %s", s.Login, s.Login.Status)
		s.Remedy = s.Login.Reconnect()
	default:
		s.Usable = true
		s.Reason = fmt.Sprintf("%s is on at %s", row.Slug, v.at(s.State))
	}
	return s
}

// unswitched is a connector that bindings do not decide on: GitHub, which offers no
// tools, has no On/Off switch, and is left out of the resolution (specification,
// "MCP client and OAuth" and "GitHub"). Its login is the one that is owned nearest; a
// login that is not made yet stands before none.
func (v View) unswitched(row connector.Server, visible []connection.Connection, own *connection.Connection) Server {
	s := Server{Server: row, Own: own, Reason: fmt.Sprintf("no login for %s is connected here or above", row.Slug)}
	nearest := -1
	for i, c := range visible {
		level := slices.Index(v.Scope.Chain, c.ScopeID)
		if c.ServerID == row.ID && c.Status != connection.Pending && level > nearest {
			nearest, s.Login = level, &visible[i]
		}
	}
	if s.Login == nil {
		return s
	}
	s.State = binding.State{Enabled: true, Connection: s.Login.ID}
	s.Usable = s.Login.Status == connection.Connected
	s.Reason = fmt.Sprintf("the login %s is %s; it offers no tools and has no switch", s.Login, s.Login.Status)
	return s
}

func (v View) tool(row connection.Tool, server *Server) Tool {
	t := Tool{Tool: row, Server: server, State: v.Chain.ResolveTool(server.State, row.Name)}
	t.Offered = t.State.Enabled && server.Usable
	overlaid := t.State.By != nil && t.State.By.Kind == binding.MCPTool
	switch {
	case !server.Usable:
		t.Reason, t.Remedy = server.Reason, server.Remedy
	case overlaid && t.State.Enabled:
		t.Reason = fmt.Sprintf("%s is on at %s", row.Name, v.at(t.State))
	case overlaid:
		t.Reason = fmt.Sprintf("%s is off at %s", row.Name, v.at(t.State))
	default:
		t.Reason = server.Reason
	}
	return t
}

// at names the scope whose row decided a state.
func (v View) at(s binding.State) string { return v.Scope.At(s.By.Level) }

// FindTool returns the tool with a namespaced name, and whether it is there.
func (v View) FindTool(name string) (Tool, bool) {
	for _, t := range v.Tools {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// FindServer returns the server with a slug, and whether it is there.
func (v View) FindServer(slug string) (Server, bool) {
	for _, s := range v.Servers {
		if s.Slug == slug {
			return s, true
		}
	}
	return Server{}, false
}
