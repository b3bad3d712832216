package model_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/model"
)

// TestWhatIsSent looks at one conversation with everything in it, at both
// providers.
func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	reasoning := json.RawMessage(`[{"type":"reasoning.text","text":"a < b","signature":"s"}]`)
	r := model.Request{
		Model: "acme/worker", MaxTokens: 100, User: "acme", SessionID: "run-1",
		Messages: []model.Message{
			{Role: model.System, Text: "Work."},
			{Role: model.User, Text: "hello"},
			{Role: model.Assistant, Text: "plain", Reasoning: reasoning},
			{Role: model.Assistant},
			{Role: model.Assistant, Reasoning: reasoning, Calls: []model.ToolCall{
				{ID: "c1", Name: "note_get", Arguments: `{"key":"<a>"}`},
				{ID: "c2", Name: "no such.tool, " + strings.Repeat("x", 80), Arguments: `{no`},
				{ID: "c3", Arguments: `["a"]`},
			}},
			{Role: model.ToolRole, CallID: "c1", Name: "note_get", Text: "found"},
			{Role: model.ToolRole, CallID: "c2"},
		},
	}
	function := func(id, name, arguments string) any {
		return map[string]any{"id": id, "type": "function", "function": map[string]any{"name": name, "arguments": arguments}}
	}
	messages := func(withReasoning bool) []any {
		calls := map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{
			function("c1", "note_get", `{"key":"<a>"}`), function("c2", ("no_such_tool__" + strings.Repeat("x", 80))[:64], "{}"), function("c3", "unnamed", "{}"),
		}}
		if withReasoning {
			calls["reasoning_details"] = []any{map[string]any{"type": "reasoning.text", "text": "a < b", "signature": "s"}}
		}
		return []any{
			map[string]any{"role": "system", "content": "Work."},
			map[string]any{"role": "user", "content": "hello"},
			map[string]any{"role": "assistant", "content": "plain"},
			calls,
			map[string]any{"role": "tool", "content": "found", "tool_call_id": "c1"},
			map[string]any{"role": "tool", "content": "", "tool_call_id": "c2"},
		}
	}
	both := map[string]any{"model": "acme/worker", "stream": true, "stream_options": map[string]any{"include_usage": true}}
	for name, own := range map[string]map[string]any{
		"openrouter": {"max_completion_tokens": 100.0, "user": "acme", "session_id": "run-1", "messages": messages(true)},
		"deepinfra":  {"max_tokens": 100.0, "messages": messages(false)},
	} {
		var got map[string]any
		var header http.Header
		p := at(t, name, func(w http.ResponseWriter, req *http.Request) {
			header = req.Header
			if err := json.NewDecoder(req.Body).Decode(&got); err != nil {
				t.Error(err)
			}
			yes(w, req)
		})
		if _, err := p.Complete(t.Context(), "key", r, nil); err != nil {
			t.Fatal(err)
		}
		for key, value := range both {
			own[key] = value
		}
		if diff := cmp.Diff(own, got); diff != "" {
			t.Errorf("%s is sent (-want +got):\n%s", name, diff)
		}
		if header.Get("Authorization") != "Bearer key" || header.Get("HTTP-Referer")+header.Get("X-OpenRouter-Title") != "" {
			t.Errorf("%s is sent the headers %v", name, header)
		}
	}
}

// TestOnlyOpenRouterLearnsWhoAsks has the requests of both to their own addresses
// answered before they leave.
func TestOnlyOpenRouterLearnsWhoAsks(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"openrouter https://openrouter.ai/api/v1/chat/completions":             "Guilds",
		"deepinfra https://api.deepinfra.com/v1/openai/chat/completions":       "",
		"openrouter https://openrouter.ai.example.com/api/v1/chat/completions": "",
	}
	got := map[string]string{}
	for _, base := range []string{"", "https://openrouter.ai.example.com/api/v1/"} {
		for _, p := range model.Providers() {
			if base != "" && p.Name != "openrouter" {
				continue
			}
			if base != "" {
				p.BaseURL = base
			}
			p.HTTP = &http.Client{Transport: answering(func(r *http.Request) {
				got[p.Name+" "+r.URL.String()] = r.Header.Get("X-OpenRouter-Title")
			})}
			if _, err := p.Complete(t.Context(), "key", ask, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the title that is sent (-want +got):\n%s", diff)
	}
}

// answering looks at each request and answers it.
type answering func(*http.Request)

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a(r)
	return canned{func() io.Reader { return strings.NewReader(delta(`{"content":"a"}`) + finish("stop")) }}.RoundTrip(r)
}

// TestAKeyFollowsNoRedirect has a provider point elsewhere.
func TestAKeyFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	elsewhere := at(t, "openrouter", func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
	p := at(t, "openrouter", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.BaseURL+r.URL.Path, http.StatusTemporaryRedirect)
	})
	p.HTTP = egress.NewClient(egress.Options{})
	_, err := p.Complete(t.Context(), "key", ask, nil)
	if _, ok := model.Retryable(err); ok || err == nil || !strings.Contains(err.Error(), "redirect to another origin") {
		t.Errorf("the error is %v", err)
	}
}
