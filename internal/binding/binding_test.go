package binding_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	server = "0190-server"
	echo   = "everything_echo"
	orgs   = guild.ID("login of the organisation")
	guilds = guild.ID("login of the guild")
)

func on(level guild.Level, login guild.ID) binding.Row {
	return binding.Row{Level: level, Kind: binding.MCP, CatalogID: server, Enabled: true, Connection: login}
}

func off(level guild.Level) binding.Row {
	return binding.Row{Level: level, Kind: binding.MCP, CatalogID: server}
}

func tool(level guild.Level, enabled bool) binding.Row {
	return binding.Row{Level: level, Kind: binding.MCPTool, CatalogID: echo, Enabled: enabled}
}

// TestResolve holds each case that the specification's section "Catalog,
// connections, bindings" names.
func TestResolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		rows   []binding.Row
		server bool     // whether the agent has the server
		login  guild.ID // which login it has it with
		tool   bool     // whether it has the tool
	}{
		{name: "the empty chain is disabled"},
		{name: "enable downward", rows: []binding.Row{on(guild.Organisation, orgs)}, server: true, login: orgs, tool: true},
		{name: "opt out at the agent", rows: []binding.Row{on(guild.Organisation, orgs), off(guild.Agent)}, login: orgs},
		{name: "opt out at the guild", rows: []binding.Row{on(guild.Organisation, orgs), off(guild.Guild)}, login: orgs},
		{name: "enable extra at the agent", rows: []binding.Row{on(guild.Agent, guilds)}, server: true, login: guilds, tool: true},
		{name: "override the login", rows: []binding.Row{on(guild.Organisation, orgs), on(guild.Guild, guilds)}, server: true, login: guilds, tool: true},
		{name: "re-enable below an opt out", rows: []binding.Row{on(guild.Organisation, orgs), off(guild.Guild), on(guild.Agent, "")}, server: true, login: orgs, tool: true},
		{name: "a row without a login keeps the current one", rows: []binding.Row{on(guild.Organisation, orgs), on(guild.Guild, "")}, server: true, login: orgs, tool: true},
		{name: "enabled without any login", rows: []binding.Row{on(guild.Guild, "")}, server: true, tool: true},
		{name: "tool off over server on", rows: []binding.Row{on(guild.Organisation, orgs), tool(guild.Guild, false)}, server: true, login: orgs},
		{name: "server off over tool on", rows: []binding.Row{on(guild.Organisation, orgs), off(guild.Guild), tool(guild.Agent, true)}, login: orgs},
		{name: "tool on again below tool off", rows: []binding.Row{on(guild.Organisation, orgs), tool(guild.Organisation, false), tool(guild.Agent, true)}, server: true, login: orgs, tool: true},
		{name: "a tool's overlay outlives its server's off and on", rows: []binding.Row{on(guild.Organisation, orgs), tool(guild.Organisation, false), off(guild.Guild), on(guild.Agent, guilds)}, server: true, login: guilds},
		{name: "a tool's overlay alone grants nothing", rows: []binding.Row{tool(guild.Agent, true)}},
		{name: "rows of other items do not count", rows: []binding.Row{{Level: guild.Agent, Kind: binding.MCP, CatalogID: "another", Enabled: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			chain := binding.NewChain(guild.Agent, c.rows)
			s := chain.Resolve(binding.MCP, server)
			if s.Enabled != c.server || s.Connection != c.login {
				t.Errorf("server: enabled %v with %q, want %v with %q", s.Enabled, s.Connection, c.server, c.login)
			}
			if got := chain.ResolveTool(s, echo); got.Enabled != c.tool {
				t.Errorf("tool: enabled %v, want %v", got.Enabled, c.tool)
			}
		})
	}
}

func TestRowsBelowTheScopeAreNotItsOwn(t *testing.T) {
	t.Parallel()
	rows := []binding.Row{on(guild.Organisation, orgs), off(guild.Agent)}
	if s := binding.NewChain(guild.Guild, rows).Resolve(binding.MCP, server); !s.Enabled {
		t.Error("an agent's opt out switched its guild off")
	}
}

func TestStateNamesTheRowThatDecided(t *testing.T) {
	t.Parallel()
	rows := []binding.Row{on(guild.Organisation, orgs), on(guild.Guild, ""), tool(guild.Agent, false)}
	chain := binding.NewChain(guild.Agent, rows)
	s := chain.Resolve(binding.MCP, server)
	if s.By.Level != guild.Guild || s.LoginBy.Level != guild.Organisation {
		t.Errorf("decided at %s with the login of %s, want the guild's row and the organisation's login", s.By.Level, s.LoginBy.Level)
	}
	if by := chain.ResolveTool(s, echo).By; by.Kind != binding.MCPTool || by.Level != guild.Agent {
		t.Errorf("the tool was decided by %+v, want its own row at the agent", by)
	}
}

// transcribed is the specification's rule, word for word and without an index:
// "Resolution walks platform, then the organisation, then the agent's guild,
// then the agent. Each present row replaces enabled and, when it carries a
// connection, the current connection. An absent row leaves the current state.
// The empty chain is disabled."
func transcribed(rows []binding.Row, kind binding.Kind, id string, enabled bool, login guild.ID) (bool, guild.ID) {
	for _, level := range []guild.Level{guild.Platform, guild.Organisation, guild.Guild, guild.Agent} {
		for _, r := range rows {
			if r.Level == level && r.Kind == kind && r.CatalogID == id {
				enabled = r.Enabled
				if r.Connection != "" {
					login = r.Connection
				}
			}
		}
	}
	return enabled, login
}

func TestResolveIsTheSpecificationsRule(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		chain := binding.NewChain(guild.Agent, rows)
		for _, kind := range []binding.Kind{binding.MCP, binding.NativeTool} {
			for _, id := range []string{"one", "two"} {
				enabled, login := transcribed(rows, kind, id, false, "")
				s := chain.Resolve(kind, id)
				if s.Enabled != enabled || s.Connection != login {
					t.Fatalf("%s %s: got %v %q, want %v %q", kind, id, s.Enabled, s.Connection, enabled, login)
				}
				checkTool(t, rows, chain, s)
				checkExplained(t, chain, kind, id, s)
			}
		}
	})
}

// checkTool: "A listed MCP tool inherits the server grant until a tool overlay
// replaces enabled. Server Off keeps every tool from that server Off."
func checkTool(t *rapid.T, rows []binding.Row, chain binding.Chain, server binding.State) {
	want, _ := transcribed(rows, binding.MCPTool, "one", server.Enabled, server.Connection)
	want = want && server.Enabled
	got := chain.ResolveTool(server, "one")
	if got.Enabled != want || got.Connection != server.Connection {
		t.Fatalf("tool: got %v with %q, want %v with %q", got.Enabled, got.Connection, want, server.Connection)
	}
}

// checkExplained: the last step of an explanation is what Resolve says.
func checkExplained(t *rapid.T, chain binding.Chain, kind binding.Kind, id string, s binding.State) {
	steps := chain.Explain(kind, id)
	if len(steps) != int(guild.Agent)+1 || steps[guild.Agent].State != s {
		t.Fatalf("explained as %+v, resolved as %+v", steps, s)
	}
}

func drawRows(t *rapid.T) []binding.Row {
	type place struct {
		level guild.Level
		kind  binding.Kind
		id    string
	}
	kinds := []binding.Kind{binding.MCP, binding.MCPTool, binding.NativeTool}
	places := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) place {
		return place{
			guild.Level(rapid.IntRange(0, 3).Draw(t, "level")),
			rapid.SampledFrom(kinds).Draw(t, "kind"),
			rapid.SampledFrom([]string{"one", "two"}).Draw(t, "id"),
		}
	}), func(p place) place { return p }).Draw(t, "places")
	var rows []binding.Row
	for _, p := range places {
		r := binding.Row{Level: p.level, Kind: p.kind, CatalogID: p.id, Enabled: rapid.Bool().Draw(t, "enabled")}
		if p.kind == binding.MCP {
			r.Connection = rapid.SampledFrom([]guild.ID{"", "a", "b"}).Draw(t, "login")
		}
		rows = append(rows, r)
	}
	return rows
}
