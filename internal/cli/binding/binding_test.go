package binding_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var serverWalk = api.Explanation{
	Scope: "acme/research", CatalogKind: "mcp", CatalogID: clitest.ID("server"), Name: "everything",
	Enabled: true, Connection: "everything at acme", ConnectionID: clitest.ID("login"), Reason: "everything is on at acme",
	Steps: []api.Step{
		{Level: "platform", Scope: "platform", Row: "none"},
		{Level: "organisation", Scope: "acme", Row: "on", Enabled: true, Decides: true, Connection: "everything at acme", ConnectionID: clitest.ID("login")},
		{Level: "guild", Scope: "acme/research", Row: "none", Enabled: true, ConnectionID: ""},
	},
}

var toolWalk = api.Explanation{
	Scope: "acme/research", CatalogKind: "mcp_tool", CatalogID: "everything_echo", Name: "everything_echo",
	Reason: "everything_echo is off at acme/research", Server: &serverWalk,
	Steps: []api.Step{
		{Level: "platform", Scope: "platform", Row: "none"},
		{Level: "organisation", Scope: "acme", Row: "none"},
		{Level: "guild", Scope: "acme/research", Row: "off", Decides: true},
	},
}

// explain answers with the walk of the tool or of the server, by name.
func explain(r clitest.Request) any {
	if r.Query["name"] == "everything_echo" {
		return toolWalk
	}
	return serverWalk
}

func start(t *testing.T) *clitest.Daemon {
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ExplainBinding: explain,
		api.PutBinding:     clitest.Always(api.Binding{}),
		api.DeleteBinding:  clitest.Always(nil),
		api.ListConnections: clitest.Always([]api.Connection{
			{ID: clitest.ID("other"), Server: "everything", Scope: "acme/research", ScopeID: clitest.ID("acme/research")},
		}),
	})
}

func TestExplain(t *testing.T) {
	t.Parallel()
	got := start(t).Run(t, "", "binding", "explain", "everything_echo", "--at", "acme/research")
	got.Want(t, 0)
	const want = `-  platform      platform       none  -  off
-  organisation  acme           none  -  off
>  guild         acme/research  off   -  off

Its connector, everything:
-  platform      platform       none  -                   off
>  organisation  acme           on    everything at acme  on
-  guild         acme/research  none  -                   on

everything_echo is off at acme/research.
`
	if diff := cmp.Diff(want, got.Out); diff != "" {
		t.Error(diff)
	}
}

func TestExplainOnATerminal(t *testing.T) {
	t.Parallel()
	terminal := clitest.Open(t)
	wait := start(t).RunOn(terminal, "binding", "explain", "everything", "--at", "acme/research")
	terminal.Expect("LEVEL         SCOPE          BINDING  LOGIN               STATE")
	terminal.Expect("everything is on at acme/research, because everything is on at acme; it uses the login everything at acme.")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestSet checks what is sent for each state. A connector keeps the login that
// its binding at that scope carries.
func TestSet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		args string
		want string
	}{
		{"everything_echo off --at acme/research", `"catalog_kind":"mcp_tool","catalog_id":"everything_echo","enabled":false}`},
		{"everything off --at acme", `"enabled":false,"connection_id":"` + clitest.ID("login") + `"}`},
		{"everything on --at acme", `"enabled":true,"connection_id":"` + clitest.ID("login") + `"}`},
		{"everything on --at acme --connection none", `"enabled":true}`},
		{"everything on --at acme/research", `"catalog_id":"` + clitest.ID("server") + `","enabled":true}`},
		{"everything on --at acme --connection acme/research", `"enabled":true,"connection_id":"` + clitest.ID("other") + `"}`},
	} {
		t.Run(tc.args, func(t *testing.T) {
			t.Parallel()
			d := start(t)
			d.Run(t, "", append([]string{"binding", "set"}, strings.Fields(tc.args)...)...).Want(t, 0)
			if body := d.Requests(api.PutBinding)[0].Body; !strings.HasSuffix(body, tc.want) {
				t.Errorf("sent %s, want it to end with %s", body, tc.want)
			}
		})
	}
}

func TestSetInherit(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "", "binding", "set", "everything_echo", "inherit", "--at", "acme/research").Want(t, 0, "everything_echo is off")
	want := map[string]string{"scope_id": clitest.ID("acme/research"), "catalog_kind": "mcp_tool", "catalog_id": "everything_echo"}
	if diff := cmp.Diff(want, d.Requests(api.DeleteBinding)[0].Query); diff != "" {
		t.Error(diff)
	}
}

func TestSetRefusesALoginForATool(t *testing.T) {
	t.Parallel()
	start(t).Run(t, "", "binding", "set", "everything_echo", "on", "--at", "acme", "--connection", "acme").
		Want(t, 2, "everything_echo is no connector, so its binding carries no login")
}

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListBindings: clitest.Always([]api.Binding{{Scope: "acme", CatalogKind: "mcp", Name: "everything", Enabled: true}}),
	})
	d.Run(t, "", "binding", "list", "--within", "acme").Want(t, 0, "acme  mcp  everything  on  -  -\n")
	if got := d.Requests(api.ListBindings)[0].Query["within_id"]; got != clitest.ID("acme") {
		t.Errorf("within %s", got)
	}
}
