package localapi_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestAgentSettingsOverTheAPI(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	id := b.id("acme/research/scout")
	yes, calls, model := true, 12, "openrouter/a/b"
	got, err := b.at(t, "acme/research", access.Operator).EditAgent(t.Context(), id, api.AgentPatch{Model: &model, MaxToolCalls: &calls, Coding: &yes})
	if err != nil {
		t.Fatal(err)
	}
	want := api.Agent{
		Scope: api.Scope{ID: id, Level: "agent", Path: "acme/research/scout", ParentID: b.id("acme/research"), CreatedAt: got.CreatedAt},
		Model: model, MaxToolCalls: 12, MaxScripts: 10, Coding: true, Scripting: true, Memory: true, UpdatedAt: got.UpdatedAt,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after an edit (-want +got):\n%s", diff)
	}
	if again, err := b.local.GetAgent(t.Context(), id); err != nil || !cmp.Equal(got, again) {
		t.Errorf("read again: %+v (%v)", again, err)
	}
}

func TestAgentSettingsRefuse(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	id := b.id("acme/research/scout")
	none, bad := 0, "gpt"
	_, err := b.local.EditAgent(t.Context(), id, api.AgentPatch{Model: &bad, MaxToolCalls: &none})
	wantProblem(t, err, api.CodeInvalid, "cannot have these settings")
	p, _ := errors.AsType[*api.Problem](err)
	if len(p.Errors) != 2 || p.Errors[0].Location != "model" || p.Errors[1].Location != "max_tool_calls" {
		t.Errorf("the problems are %+v", p.Errors)
	}
	if after, err := b.local.GetAgent(t.Context(), id); err != nil || after.MaxToolCalls != 100 {
		t.Errorf("after a refusal: %+v (%v)", after, err)
	}
	_, err = b.local.GetAgent(t.Context(), b.id("acme/research"))
	wantProblem(t, err, api.CodeNotFound, "acme/research is of the level guild, not agent")
}

func TestAnAgentIsMadeWithAModel(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, tt := range []struct{ parent, model, says string }{
		{"acme/research", "gpt", "openrouter/ or deepinfra/"},
		{"acme", "openrouter/a/b", "only an agent has a model"},
	} {
		_, err := b.local.CreateScope(t.Context(), api.NewScope{ParentID: b.id(tt.parent), Slug: "new", Model: tt.model})
		wantProblem(t, err, api.CodeInvalid, tt.says)
	}
	made, err := b.local.CreateScope(t.Context(), api.NewScope{ParentID: b.id("acme/research"), Slug: "new", Model: "openrouter/a/b"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.local.GetAgent(t.Context(), made.ID); err != nil || got.Model != "openrouter/a/b" {
		t.Errorf("a new agent: %+v (%v)", got, err)
	}
}
