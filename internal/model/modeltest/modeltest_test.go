package modeltest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/modeltest"
)

func provider(t *testing.T, name, base string) model.Provider {
	t.Helper()
	p, ok := model.Named(name)
	if !ok {
		t.Fatalf("there is no provider %s", name)
	}
	p.BaseURL, p.HTTP = base, egress.NewClient(egress.Options{})
	return p
}

// TestBothProvidersPlayATurn has the same turn come through each provider's own
// shape of a stream, in every kind of pieces.
func TestBothProvidersPlayATurn(t *testing.T) {
	t.Parallel()
	for _, pieces := range []string{"", "whole", "bytes", "awkward"} {
		turn := modeltest.Turn{
			Pieces: pieces, Reasoning: "Höre zu.", Text: "Zürich \\ \"quoted\"\n😀",
			Calls: []modeltest.Call{
				{Name: "note_get", Arguments: `{"key":"a\nb\u00e9\\"}`},
				{Name: "note_find", Arguments: `{"text":"😀 and more"}`},
				{Name: "note_list"},
			},
			Usage: &modeltest.Usage{Prompt: 7, Completion: 9, Cached: 3, Reasoning: 2, Cost: 0.25},
		}
		s := modeltest.Start(t, turn)
		for name, base := range map[string]string{"openrouter": s.OpenRouter(), "deepinfra": s.DeepInfra()} {
			got, err := provider(t, name, base).Complete(t.Context(), "key", model.Request{
				Model: "acme/worker", MaxTokens: 100, SessionID: "s", User: "u",
				Messages: []model.Message{{Role: model.System, Text: "Work."}, {Role: model.User, Text: "hello"}},
				Tools:    model.NewToolset([]model.Tool{{Name: "note_get", Description: "Get."}}),
			}, nil)
			if err != nil {
				t.Fatalf("%s in %q pieces: %v", name, pieces, err)
			}
			want := []model.ToolCall{
				{ID: "call_0_0", Name: "note_get", Arguments: `{"key":"a\nb\u00e9\\"}`},
				{ID: "call_0_1", Name: "note_find", Arguments: `{"text":"😀 and more"}`},
				{ID: "call_0_2", Name: "note_list", Arguments: `{}`},
			}
			if diff := cmp.Diff(want, got.Calls); diff != "" {
				t.Errorf("%s in %q pieces: the calls (-want +got):\n%s", name, pieces, diff)
			}
			usage := model.Usage{Prompt: 7, Completion: 9, Cached: 3, ReasoningTokens: 2, Cost: "0.25"}
			if got.Text != turn.Text || got.Thoughts != turn.Reasoning || got.Usage != usage {
				t.Errorf("%s in %q pieces answered %+v", name, pieces, got)
			}
		}
	}
}
