package localapi_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

func TestCreateScopeRefuses(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, tt := range []struct{ name, parent, slug, code, says string }{
		{"a slug that is none", "acme", "No", api.CodeInvalid, "is not a slug"},
		{"a slug of the notation", "platform", "platform", api.CodeInvalid, "choose another slug"},
		{"a slug that is taken", "acme", "research", api.CodeConflict, "guild acme/research"},
		{"below an agent", "acme/research/scout", "x", api.CodeInvalid, "nothing lies below an agent"},
	} {
		_, err := b.local.CreateScope(t.Context(), api.NewScope{ParentID: b.id(tt.parent), Slug: tt.slug})
		t.Log(tt.name)
		wantProblem(t, err, tt.code, tt.says)
	}
	made, err := b.local.CreateScope(t.Context(), api.NewScope{ParentID: b.id("acme/ops"), Slug: "bot", Name: "The bot"})
	if err != nil || made.Path != "acme/ops/bot" || made.Level != "agent" || made.ParentID != b.id("acme/ops") || made.Name != "The bot" {
		t.Errorf("a new agent: %+v (%v)", made, err)
	}
}

// A removed scope takes its logins and tokens along, and their sessions and
// callers with them.
func TestDeleteScope(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme/research")
	inside := b.at(t, "acme/research", access.Admin)
	_, err := b.local.DeleteScope(t.Context(), b.id("platform"), false)
	wantProblem(t, err, api.CodeDenied, "cannot be deleted")
	gone, err := b.local.DeleteScope(t.Context(), b.id("acme"), false)
	if err != nil || len(gone.Scopes) != 4 || len(gone.Connections) != 1 || len(gone.Tokens) != 1 {
		t.Errorf("what went: %+v (%v)", gone, err)
	}
	_, err = b.local.GetConnection(t.Context(), login.ID)
	wantProblem(t, err, api.CodeNotFound)
	if _, err := inside.GetStatus(t.Context()); err == nil {
		t.Error("a token of a scope that is gone still lets its holder in")
	}
}

func TestTokensOverTheAPI(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	admin := b.at(t, "acme", access.Admin)
	made, err := admin.CreateToken(t.Context(), api.NewToken{ScopeID: b.id("acme/research"), Role: "operator", Label: "ci"})
	if err != nil || !strings.HasPrefix(made.Secret, "guilds_") || made.Scope != "acme/research" {
		t.Fatalf("a new token: %+v (%v)", made, err)
	}
	holder, err := client.TCP(b.tcp, made.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := holder.ListScopes(t.Context(), api.ScopeQuery{}); err != nil || len(got) != 2 {
		t.Errorf("what its holder reaches: %+v (%v)", got, err)
	}
	listed := b.send(t, "", "GET", "/api/tokens", "")
	if !strings.Contains(listed.body, made.ID) || strings.Contains(listed.body, made.Secret) {
		t.Errorf("the list lacks the token or shows its secret:\n%s", listed.body)
	}
	if err := admin.DeleteToken(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}
	_, err = holder.GetStatus(t.Context())
	wantProblem(t, err, api.CodeDenied, "a valid bearer token is needed")
	_, err = admin.CreateToken(t.Context(), api.NewToken{ScopeID: b.id("acme"), Role: "owner"})
	wantProblem(t, err, api.CodeInvalid)
}
