package localapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/pkg/api"
)

func TestPutBindingRefuses(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login, sibling := b.connect(t, "acme"), b.connect(t, "acme/ops")
	weather := b.things(t, "beta")["$weather"]
	tools := string(b.tools.ID)
	for _, tt := range []struct {
		name                    string
		at, kind, item, carries string
		code                    string
	}{
		{"a kind that is none", "acme", "script", "x", "", api.CodeInvalid},
		{"no kind", "acme", "", "x", "", api.CodeInvalid},
		{"a native tool that is never a binding", "acme", "native_tool", "report_issue", "", api.CodeInvalid},
		{"a grant that is none", "acme", "artifact_grant", "read_all", "", api.CodeInvalid},
		{"a server that is none", "acme", "mcp", "tools", "", api.CodeInvalid},
		{"a server that is not there", "acme", "mcp", b.id("acme"), "", api.CodeNotFound},
		{"a tool that nobody lists", "acme", "mcp_tool", "tools_none", "", api.CodeInvalid},
		{"a tool that only a sibling lists", "acme/research", "mcp_tool", "other_echo", "", api.CodeInvalid},
		{"a login on a native tool", "acme", "native_tool", "note_get", login.ID, api.CodeInvalid},
		{"a login on a tool", "acme", "mcp_tool", "tools_echo", login.ID, api.CodeInvalid},
		{"a login on a grant", "acme", "artifact_grant", "read_org", login.ID, api.CodeInvalid},
		{"a login of a sibling", "acme/research", "mcp", tools, sibling.ID, api.CodeNotFound},
		{"a login from below", "acme", "mcp", tools, sibling.ID, api.CodeNotFound},
		{"a login of another organisation", "beta", "mcp", tools, login.ID, api.CodeNotFound},
		{"a login for another server", "acme", "mcp", weather, login.ID, api.CodeInvalid},
		{"a login that is none", "acme", "mcp", tools, "x", api.CodeInvalid},
		{"a login that is not there", "acme", "mcp", tools, b.id("acme"), api.CodeNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := b.local.PutBinding(t.Context(), api.PutBindingBody{
				ScopeID: b.id(tt.at), CatalogKind: tt.kind, CatalogID: tt.item, Enabled: true, ConnectionID: tt.carries,
			})
			wantProblem(t, err, tt.code)
		})
	}
	err := b.local.DeleteBinding(t.Context(), api.BindingKey{ScopeID: b.id("acme"), CatalogKind: "script", CatalogID: "x"})
	wantProblem(t, err, api.CodeInvalid, "not a catalog kind")
}

// A login may be bound where it is owned and below, in whatever form ids are
// written.
func TestPutBindingCarriesAVisibleLogin(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	tools := string(b.tools.ID)
	for _, path := range []string{"acme", "acme/research", "acme/research/scout"} {
		got, err := b.local.PutBinding(t.Context(), api.PutBindingBody{
			ScopeID: b.id(path), CatalogKind: "mcp", CatalogID: strings.ToUpper(tools), Enabled: true, ConnectionID: "urn:uuid:" + login.ID,
		})
		if err != nil || got.CatalogID != tools || got.ConnectionID != login.ID || got.Name != "tools" || got.Scope != path {
			t.Errorf("at %s: %+v (%v)", path, got, err)
		}
	}
	key := api.BindingKey{ScopeID: b.id("acme/research"), CatalogKind: "mcp", CatalogID: strings.ToUpper(tools)}
	if err := b.local.DeleteBinding(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	left, err := b.local.ListBindings(t.Context(), api.BindingQuery{ScopeID: b.id("acme/research")})
	if err != nil || len(left) != 0 {
		t.Errorf("left at the guild: %+v (%v)", left, err)
	}
	within, err := b.local.ListBindings(t.Context(), api.BindingQuery{WithinID: b.id("acme")})
	if err != nil || len(within) != 2 || within[0].Scope != "acme" || within[1].Scope != "acme/research/scout" {
		t.Errorf("left within the organisation: %+v (%v)", within, err)
	}
}

// steps puts a walk into words, one level each.
func steps(e api.Explanation) []string {
	var out []string
	for _, s := range e.Steps {
		words := s.Scope + " " + s.Row
		if s.Connection != "" {
			words += " with " + s.Connection
		}
		words += map[bool]string{true: " -> on", false: " -> off"}[s.Enabled]
		if s.Decides {
			words += " (decides)"
		}
		out = append(out, words)
	}
	return out
}

func TestExplainWalksTheChain(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	b.connect(t, "acme")
	scout := b.id("acme/research/scout")
	put := func(path, kind, item string, enabled bool) {
		t.Helper()
		if _, err := b.local.PutBinding(t.Context(), api.PutBindingBody{ScopeID: b.id(path), CatalogKind: kind, CatalogID: item, Enabled: enabled}); err != nil {
			t.Fatal(err)
		}
	}
	explain := func(name string) api.Explanation {
		t.Helper()
		e, err := b.local.ExplainBinding(t.Context(), api.ExplainQuery{ScopeID: scout, Name: name})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	put("acme/research", "mcp_tool", "tools_echo", false)
	put("acme/research/scout", "mcp_tool", "tools_echo", true)

	tool := explain("tools_echo")
	if !tool.Enabled || tool.CatalogKind != "mcp_tool" || tool.Reason != "tools_echo is on at acme/research/scout" {
		t.Errorf("the tool: %+v", tool)
	}
	if diff := cmp.Diff([]string{
		"platform none -> on", "acme none -> on", "acme/research off -> off", "acme/research/scout on -> on (decides)",
	}, steps(tool)); diff != "" {
		t.Errorf("the tool's walk (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"platform none -> off", "acme on with tools at acme -> on (decides)", "acme/research none -> on", "acme/research/scout none -> on",
	}, steps(*tool.Server)); diff != "" {
		t.Errorf("its server's walk (-want +got):\n%s", diff)
	}

	put("acme/research", "mcp", string(b.tools.ID), false)
	if off := explain("tools_echo"); off.Enabled || off.Reason != "tools is off at acme/research" || off.Server == nil || off.Server.Enabled {
		t.Errorf("the tool of a server that is off: %+v", off)
	}
	if server := explain("tools"); server.Enabled || server.Connection != "tools at acme" || server.CatalogKind != "mcp" {
		t.Errorf("the server: %+v", server)
	}
	if native := explain("note_get"); native.Enabled || native.Reason != "no binding grants note_get here or above" {
		t.Errorf("a native tool that nothing grants: %+v", native)
	}
	put("acme", "artifact_grant", "read_org", true)
	if grant := explain("read_org"); !grant.Enabled || grant.Reason != "read_org is on at acme" {
		t.Errorf("a grant: %+v", grant)
	}
	_, err := b.local.ExplainBinding(t.Context(), api.ExplainQuery{ScopeID: scout, Name: "none"})
	wantProblem(t, err, api.CodeNotFound)

	// What only a login below lists may have a row here all the same.
	b.connect(t, "beta")
	below, err := b.local.ExplainBinding(t.Context(), api.ExplainQuery{ScopeID: b.id("platform"), Name: "tools_echo"})
	if err != nil || below.Enabled || below.Reason != "no binding grants tools here or above" {
		t.Errorf("a tool that is listed below: %+v (%v)", below, err)
	}
}
