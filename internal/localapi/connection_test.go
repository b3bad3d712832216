package localapi_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestConnectRefuses(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	in := b.things(t, "acme")
	hidden := false
	if _, err := b.local.AdminEditServer(t.Context(), in["$weather"], api.EditServer{Published: &hidden}); err != nil {
		t.Fatal(err)
	}
	operator := b.at(t, "acme", access.Operator)
	for _, tt := range []struct {
		name, server, scope, code string
		words                     []string
	}{
		{"a login that is connected", in["$server"], b.id("acme"), api.CodeConflict, []string{"already connected at acme"}},
		{"the platform", in["$server"], b.id("platform"), api.CodeNotFound, nil}, // outside the operator's reach
		{"one that is not built", in["$mail"], b.id("acme"), api.CodeUnsupported, []string{"browser logins come later"}},
		{"one whose variables are missing", in["$github"], b.id("acme"), api.CodeUnsupported, []string{"setup_state: unsupported", "GITHUB_APP_ID"}},
		{"one that is not published", in["$weather"], b.id("acme"), api.CodeNotFound, nil},
		{"one that is not there", b.id("acme"), b.id("acme"), api.CodeNotFound, nil},
	} {
		_, err := operator.Connect(t.Context(), api.NewConnection{ServerID: tt.server, ScopeID: tt.scope, Fields: map[string]string{"token": canary}})
		t.Log(tt.name)
		wantProblem(t, err, tt.code, tt.words...)
	}
	_, err := b.local.Connect(t.Context(), api.NewConnection{ServerID: in["$server"], ScopeID: b.id("platform"), Fields: map[string]string{"token": canary}})
	wantProblem(t, err, api.CodeDenied, "reserved")
	_, err = b.local.Connect(t.Context(), api.NewConnection{ServerID: in["$weather"], ScopeID: b.id("acme"), Fields: map[string]string{"token": canary}})
	wantProblem(t, err, api.CodeUnsupported, "not published")
}

func TestDisconnectTakesTheBindings(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	dry, err := b.local.Disconnect(t.Context(), login.ID, true)
	if err != nil || !dry.DryRun || len(dry.Connections) != 1 || dry.Bindings[0] != "tools on at acme" {
		t.Errorf("the dry run: %+v (%v)", dry, err)
	}
	if _, err := b.local.Disconnect(t.Context(), login.ID, false); err != nil {
		t.Fatal(err)
	}
	_, err = b.local.GetConnection(t.Context(), login.ID)
	wantProblem(t, err, api.CodeNotFound)
	access, err := b.local.GetAccess(t.Context(), b.id("acme"))
	if err != nil || len(ofLogins(access.Tools)) != 0 {
		t.Errorf("the access view: %+v (%v)", access, err)
	}
}

// The access view has every published connector with its state, sorted, and the
// tools that the scope could have.
func TestAccessView(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	b.connect(t, "acme")
	local := b.connect(t, "acme/research")
	view, err := b.local.GetAccess(t.Context(), b.id("acme/research"))
	if err != nil {
		t.Fatal(err)
	}
	setup := map[string]string{}
	for i, s := range view.Servers {
		setup[s.Server] = s.OAuthSetupState
		if i > 0 && view.Servers[i-1].Server >= s.Server {
			t.Errorf("%s stands after %s", s.Server, view.Servers[i-1].Server)
		}
		if s.Server == "tools" && (s.Connection == nil || s.Connection.ID != local.ID || s.Own == nil || s.Own.ID != local.ID || !s.Enabled) {
			t.Errorf("tools: %+v", s)
		}
	}
	want := map[string]string{"github": "unsupported", "mail": "dynamic", "tools": "not_applicable", "weather": "not_applicable"}
	for slug, state := range want {
		if setup[slug] != state {
			t.Errorf("the setup of %s is %q; want %q", slug, setup[slug], state)
		}
	}
	if tools := ofLogins(view.Tools); len(tools) != 7 || !tools[0].Offered || tools[0].ConnectionID != local.ID {
		t.Errorf("the tools: %+v", tools)
	}
	detail, err := b.local.GetTool(t.Context(), "tools_echo", api.ToolQuery{ScopeID: b.id("acme/research")})
	if err != nil || len(detail.InputSchema) == 0 || len(detail.OfferedSchema) == 0 {
		t.Errorf("the tool: %+v (%v)", detail, err)
	}
	own, err := b.local.ListTools(t.Context(), api.ToolQuery{ConnectionID: local.ID})
	if err != nil || len(own) != 7 {
		t.Errorf("the login's own tools: %+v (%v)", own, err)
	}
}
