package offer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
)

// scout is the agent whose offer is resolved; its chain's ids are the paths.
var scout = guild.Scope{
	ID: "acme/research/scout", Level: guild.Agent, Path: "acme/research/scout",
	Chain: []guild.ID{"platform", "acme", "acme/research", "acme/research/scout"},
}

// login is one for the server mail that lists read and send.
func login(owner guild.ID, status connection.Status) connection.Connection {
	return connection.Connection{ID: "login of " + owner, ServerID: "mail", Server: "mail", ScopeID: owner, Scope: string(owner), Status: status}
}

func listed(owner guild.ID, names ...string) []connection.Tool {
	var tools []connection.Tool
	for _, name := range names {
		tools = append(tools, connection.Tool{ConnectionID: "login of " + owner, RemoteName: name, Name: "mail_" + name})
	}
	return tools
}

func server(level guild.Level, enabled bool, owner guild.ID) binding.Row {
	row := binding.Row{Level: level, Kind: binding.MCP, CatalogID: "mail", Enabled: enabled}
	if owner != "" {
		row.Connection = "login of " + owner
	}
	return row
}

func overlay(level guild.Level, name string, enabled bool) binding.Row {
	return binding.Row{Level: level, Kind: binding.MCPTool, CatalogID: name, Enabled: enabled}
}

// seen is one tool of a view.
type seen struct {
	Tool, Login      string
	Enabled, Offered bool
	Reason           string
}

func TestResolve(t *testing.T) {
	t.Parallel()
	const org, own = guild.ID("acme"), guild.ID("acme/research/scout")
	connected := []connection.Connection{login(org, connection.Connected)}
	both := []connection.Connection{login(org, connection.Connected), login(own, connection.Connected)}
	granted := server(guild.Organisation, true, org)
	read := func(offered bool, reason string) seen {
		return seen{"mail_read", "login of acme", offered, offered, reason}
	}
	tests := []struct {
		name     string
		bindings []binding.Row
		logins   []connection.Connection
		tools    []connection.Tool
		usable   bool
		reason   string // of the server
		want     []seen
	}{
		{
			name: "no binding", logins: connected, tools: listed(org, "read"),
			reason: "no binding grants mail here or above", want: []seen{read(false, "no binding grants mail here or above")},
		},
		{
			name: "granted above", bindings: []binding.Row{granted}, logins: connected, tools: listed(org, "read"),
			usable: true, reason: "mail is on at acme", want: []seen{read(true, "mail is on at acme")},
		},
		{
			name: "opted out", bindings: []binding.Row{granted, server(guild.Agent, false, "")}, logins: connected, tools: listed(org, "read"),
			reason: "mail is off at acme/research/scout", want: []seen{read(false, "mail is off at acme/research/scout")},
		},
		{
			name: "on again below", bindings: []binding.Row{granted, server(guild.Guild, false, ""), server(guild.Agent, true, "")},
			logins: connected, tools: listed(org, "read"),
			usable: true, reason: "mail is on at acme/research/scout", want: []seen{read(true, "mail is on at acme/research/scout")},
		},
		{
			name: "on without a login", bindings: []binding.Row{server(guild.Platform, true, "")},
			reason: "mail is on at platform, and no login is connected here or above",
		},
		{
			name: "on without a login, and tools that it could have", bindings: []binding.Row{server(guild.Platform, true, "")},
			logins: both, tools: append(listed(org, "read"), listed(own, "read", "send")...),
			reason: "mail is on at platform, and no login is connected here or above",
			want: []seen{
				{"mail_read", "login of acme", true, false, "mail is on at platform, and no login is connected here or above"},
				{"mail_send", "login of acme/research/scout", true, false, "mail is on at platform, and no login is connected here or above"},
			},
		},
		{
			name: "pending", bindings: []binding.Row{granted}, logins: []connection.Connection{login(org, connection.Pending)},
			reason: "the login mail at acme is pending",
		},
		{
			name: "disconnected", bindings: []binding.Row{granted}, logins: []connection.Connection{login(org, connection.Disconnected)}, tools: listed(org, "read"),
			reason: "the login mail at acme is disconnected",
			want:   []seen{{"mail_read", "login of acme", true, false, "the login mail at acme is disconnected"}},
		},
		{
			name: "a tool off", bindings: []binding.Row{granted, overlay(guild.Guild, "mail_send", false)}, logins: connected, tools: listed(org, "read", "send"),
			usable: true, reason: "mail is on at acme",
			want: []seen{read(true, "mail is on at acme"), {"mail_send", "login of acme", false, false, "mail_send is off at acme/research"}},
		},
		{
			name:     "a tool off and on again below",
			bindings: []binding.Row{granted, overlay(guild.Organisation, "mail_send", false), overlay(guild.Agent, "mail_send", true)},
			logins:   connected, tools: listed(org, "send"),
			usable: true, reason: "mail is on at acme",
			want: []seen{{"mail_send", "login of acme", true, true, "mail_send is on at acme/research/scout"}},
		},
		{
			name:     "a tool on does not punch through a server off",
			bindings: []binding.Row{granted, server(guild.Guild, false, ""), overlay(guild.Agent, "mail_read", true)},
			logins:   connected, tools: listed(org, "read"),
			reason: "mail is off at acme/research", want: []seen{read(false, "mail is off at acme/research")},
		},
		{
			name: "a login of its own hides the tools of the other", bindings: []binding.Row{granted, server(guild.Agent, true, own)},
			logins: both, tools: append(listed(org, "read", "old"), listed(own, "send")...),
			usable: true, reason: "mail is on at acme/research/scout",
			want: []seen{{"mail_send", "login of acme/research/scout", true, true, "mail is on at acme/research/scout"}},
		},
		{
			name: "a login that is not bound is not offered", bindings: []binding.Row{granted}, logins: both,
			tools:  append(listed(own, "send"), listed(org, "read")...),
			usable: true, reason: "mail is on at acme", want: []seen{read(true, "mail is on at acme")},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := offer.Resolve(offer.Rows{
				Scope: scout, Bindings: tt.bindings, Connections: tt.logins, Tools: tt.tools,
				Servers: []connector.Server{{ID: "mail", Slug: "mail"}},
			}, nil)
			mail, ok := view.FindServer("mail")
			if !ok || mail.Usable != tt.usable || mail.Reason != tt.reason {
				t.Errorf("the server: usable %t, %q; want %t, %q", mail.Usable, mail.Reason, tt.usable, tt.reason)
			}
			if diff := cmp.Diff(tt.want, look(view)); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}

func look(v offer.View) []seen {
	var out []seen
	for _, tool := range v.Tools {
		out = append(out, seen{tool.Name, string(tool.ConnectionID), tool.State.Enabled, tool.Offered, tool.Reason})
	}
	return out
}

// The rows come from a query that promises no order.
func TestResolveSorts(t *testing.T) {
	t.Parallel()
	view := offer.Resolve(offer.Rows{
		Scope:       scout,
		Servers:     []connector.Server{{ID: "z", Slug: "zulu"}, {ID: "mail", Slug: "mail"}},
		Connections: []connection.Connection{login("acme", connection.Connected)},
		Tools:       listed("acme", "send", "read"),
	}, nil)
	if view.Servers[0].Slug != "mail" || view.Tools[0].Name != "mail_read" {
		t.Errorf("servers %v and tools %v are not sorted", view.Servers, look(view))
	}
	for i := range view.Tools {
		if view.Tools[i].Server.Slug != "mail" {
			t.Errorf("%s belongs to %s", view.Tools[i].Name, view.Tools[i].Server.Slug)
		}
	}
}

func TestResolveMarks(t *testing.T) {
	t.Parallel()
	const own = guild.ID("acme/research/scout")
	seeds := []connector.Connector{{Slug: "mail", DefaultOff: []string{"*send*"}}}
	rows := offer.Rows{
		Scope: scout, Servers: []connector.Server{{ID: "mail", Slug: "mail", Seeded: true}},
		Connections: []connection.Connection{login("acme", connection.Connected), login(own, connection.Disconnected)},
		Bindings:    []binding.Row{server(guild.Organisation, true, "acme")},
		Tools:       listed("acme", "read", "Resend"),
	}
	view := offer.Resolve(rows, seeds)
	mail, _ := view.FindServer("mail")
	if mail.Login == nil || mail.Login.ScopeID != "acme" || mail.Own == nil || mail.Own.ScopeID != own {
		t.Errorf("the login is %v and the agent's own %v", mail.Login, mail.Own)
	}
	for name, want := range map[string]bool{"mail_read": false, "mail_Resend": true} {
		if tool, ok := view.FindTool(name); !ok || tool.DefaultOff != want {
			t.Errorf("%s is off by default: %t; want %t", name, tool.DefaultOff, want)
		}
	}
	if _, ok := view.FindTool("mail_none"); ok {
		t.Error("a tool that nobody lists was found")
	}
	if _, ok := view.FindServer("none"); ok {
		t.Error("a server that is not there was found")
	}
}
