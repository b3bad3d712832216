package modeltest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/modeltest"
)

// TestAConversation has a model call tools, with what a model gets wrong among
// them, and go on from their results. The server holds each request against
// OpenRouter's document.
func TestAConversation(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t,
		modeltest.Turn{Reasoning: "I look < first.", Calls: []modeltest.Call{{Name: "note_get", Arguments: `{"key":"a"}`}, {Name: "no such", Arguments: `{no`}}},
		modeltest.Turn{Text: "Done."},
	)
	for name, base := range map[string]string{"openrouter": s.OpenRouter(), "deepinfra": s.DeepInfra()} {
		p := provider(t, name, base)
		r := model.Request{
			Model: "acme/worker", MaxTokens: 50, User: "acme", SessionID: "run", Messages: conversation("Work for " + name + "."),
			Tools: model.NewToolset([]model.Tool{{Name: "note_get", Description: "Gets.", Parameters: json.RawMessage(`{"type":"object","properties":{"key":{"type":"string"}},"required":["key"]}`)}}),
		}
		first, err := p.Complete(t.Context(), "key", r, nil)
		if err != nil || len(first.Calls) != 2 || first.Finish != "tool_calls" {
			t.Fatalf("%s: %+v, %v", name, first, err)
		}
		r.Messages = append(r.Messages, model.Message{Role: model.Assistant, Text: first.Text, Calls: first.Calls, Reasoning: first.Reasoning})
		for _, c := range first.Calls {
			r.Messages = append(r.Messages, model.Message{Role: model.ToolRole, CallID: c.ID, Name: c.Name, Text: "result of " + c.Name})
		}
		r.NoCalls = true
		second, err := p.Complete(t.Context(), "key", r, nil)
		if err != nil || second.Text != "Done." {
			t.Fatalf("%s: %+v, %v", name, second, err)
		}
		asked := s.Requests()
		last := asked[len(asked)-1]
		if got, ok := last.Result("note_get"); !ok || got != "result of note_get" || !last.Offers("note_get") || last.Offers("note_find") {
			t.Errorf("%s: the model was sent %s", name, last.Body)
		}
		want := ""
		if name == "openrouter" {
			want = `[{"format":"unknown","index":0,"text":"I look < first.","type":"reasoning.text"}]`
		}
		if diff := cmp.Diff(want, string(last.Messages[2].ReasoningDetails)); diff != "" {
			t.Errorf("%s: the reasoning that came back (-want +got):\n%s", name, diff)
		}
	}
	if !s.Received("I look < first.") || s.Received("never said") {
		t.Error("Received does not find what was sent")
	}
}

// TestFailuresOfATurn has one turn of each kind that is no answer.
func TestFailuresOfATurn(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t)
	for name, tt := range map[string]struct {
		turn  modeltest.Turn
		says  string
		shown string
	}{
		"refused": {modeltest.Turn{Refuse: &modeltest.Refusal{Status: 402, Message: "Insufficient credits"}}, "(HTTP 402): Insufficient credits", ""},
		"body":    {modeltest.Turn{Refuse: &modeltest.Refusal{Status: 404, Body: `{"detail":"gone"}`}}, "(HTTP 404): gone", ""},
		"midway":  {modeltest.Turn{Text: "Hello there", Midway: &modeltest.Refusal{Status: 429, Message: "Too fast"}}, "(HTTP 429): Too fast", "Hello"},
		"cut":     {modeltest.Turn{Text: "Hello there", CutOff: true}, "broke off", "Hello"},
	} {
		for vendor, base := range map[string]string{"openrouter": s.OpenRouter(), "deepinfra": s.DeepInfra()} {
			s.Play(name, tt.turn)
			var shown strings.Builder
			_, err := provider(t, vendor, base).Complete(t.Context(), "key", model.Request{Model: "acme/" + name, Messages: conversation("Work.")}, func(d model.Delta) { shown.WriteString(d.Text) })
			if err == nil || !strings.Contains(err.Error(), tt.says) || !strings.HasPrefix(shown.String(), tt.shown) || len(shown.String()) > 0 != (tt.shown != "") {
				t.Errorf("%s at %s: %v after %q; want %q after %q", name, vendor, err, shown.String(), tt.says, tt.shown)
			}
		}
	}
}

func TestModelsAndKeys(t *testing.T) {
	t.Parallel()
	s, err := modeltest.Open(modeltest.Options{Keys: []string{"good"}, Models: []modeltest.Model{{ID: "acme/one", Context: 100, MaxOutput: 10, Tools: true}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Play("", modeltest.Turn{Text: "yes"})
	for name, base := range map[string]string{"openrouter": s.OpenRouter(), "deepinfra": s.DeepInfra()} {
		p := provider(t, name, base)
		models, err := p.Models(t.Context(), "")
		if err != nil || len(models) != 1 || models[0].ID != "acme/one" || models[0].Context != 100 || models[0].MaxOutput != 10 || models[0].PromptPrice != "3" || models[0].CompletionPrice != "15" {
			t.Errorf("%s lists %+v, %v", name, models, err)
		}
		if err := p.CheckKey(t.Context(), "good"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := p.CheckKey(t.Context(), "bad"); guild.CodeOf(err) != guild.CodeRejected {
			t.Errorf("%s takes a bad key: %v", name, err)
		}
	}
}

func TestABareServerKeepsNothing(t *testing.T) {
	t.Parallel()
	s, err := modeltest.Open(modeltest.Options{Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Play("", modeltest.Turn{Text: "yes", NoUsage: true})
	got, err := complete(t, s, "acme/worker", conversation("Work."))
	if err != nil || got.Text != "yes" || (got.Usage != model.Usage{}) || len(s.Requests()) > 0 {
		t.Errorf("%+v, %v, and %d requests", got, err, len(s.Requests()))
	}
}
