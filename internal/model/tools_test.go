package model_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/model"
)

// sent is a request's body as a test reads it.
type sent struct {
	Choice   string           `json:"tool_choice"`
	Messages []map[string]any `json:"messages"`
	Tools    []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

func (s sent) names() []string {
	names := []string{}
	for _, t := range s.Tools {
		names = append(names, t.Function.Name)
	}
	return names
}

// reading keeps each request before it is answered.
func reading(t *testing.T, all *[]sent, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var s sent
		if err := json.Unmarshal(data, &s); err != nil {
			t.Errorf("%s: %v", data, err)
		}
		*all = append(*all, s)
		next(w, r)
	}
}

func toolset(names ...string) *model.Toolset {
	tools := make([]model.Tool, len(names))
	for i, name := range names {
		tools[i] = model.Tool{Name: name, Description: "Does " + name + ".", Parameters: json.RawMessage(`{"type":"object","properties":{"q":{"type":["string","null"]}}}`)}
	}
	return model.NewToolset(tools)
}

// TestToolsThatAreRefused has each way in which a provider names a tool.
func TestToolsThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, message string
		status        int
		dropped       []string
	}{
		{"Gemini, by the function's place", `Invalid JSON payload received. Unknown name "additionalProperties" at 'tools[0].function_declarations[2].parameters': Cannot find field.`, 400, []string{"write"}},
		{"Gemini, two of them", `Unknown name "x" at 'tools[0].function_declarations[0].parameters': Cannot find field. Unknown name "x" at 'tools[0].functionDeclarations[3].parameters'`, 400, []string{"note_get", "search"}},
		{"Anthropic, by the tool's place", `tools.1.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`, 400, []string{"find"}},
		{"OpenAI, by name", `Invalid schema for function 'write': In context=(), object schema missing properties.`, 400, []string{"write"}},
		{"a place in brackets", `Invalid 'tools[3].function.parameters': string too long`, 400, []string{"search"}},
		{"FastAPI's place", `body.tools.0.function.parameters: not valid`, 422, []string{"note_get"}},
		{"a name without quotes", `Tool search: invalid schema`, 400, []string{"search"}},
		{"no tool", `Invalid schema for the response: write it anew`, 400, nil},
		{"a word that is a tool's name as well", `The key "search" is not allowed`, 400, nil},
		{"a place that there is not", `tools.17.custom.input_schema: bad`, 400, nil},
		{"too long a conversation", "maximum context length is 9 tokens, and 5 are in the function 'write'", 400, nil},
		{"another status", `tools.1.custom: bad`, 403, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var requests []sent
			count := 0
			body, err := json.Marshal(map[string]any{"error": map[string]any{"message": tt.message}})
			if err != nil {
				t.Fatal(err)
			}
			p := at(t, "openrouter", reading(t, &requests, inTurn(&count, refuses(tt.status, string(body)), yes)))
			r := ask
			all := []string{"note_get", "find", "write", "search"}
			r.Tools = toolset(all...)
			got, err := p.Complete(t.Context(), "key", r, nil)
			if tt.dropped == nil {
				if err == nil || len(requests) != 1 || len(model.BadTool(err)) > 0 {
					t.Errorf("%d requests, %v; want one and an error", len(requests), err)
				}
				return
			}
			if err != nil || got.Text != "yes" || len(requests) != 2 {
				t.Fatalf("%d requests, %q, %v; want two and an answer", len(requests), got.Text, err)
			}
			var want []model.DroppedTool
			for _, name := range tt.dropped {
				want = append(want, model.DroppedTool{Name: name, Why: tt.message})
			}
			if diff := cmp.Diff(want, got.Dropped); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
			kept := slices.DeleteFunc(all, func(name string) bool { return slices.Contains(tt.dropped, name) })
			if diff := cmp.Diff(kept, requests[1].names()); diff != "" {
				t.Errorf("sent at last (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAToolIsLeftOutOnce has a second tool refused: the caller learns of both.
func TestAToolIsLeftOutOnce(t *testing.T) {
	t.Parallel()
	requests := 0
	p := at(t, "openrouter", inTurn(&requests, refuses(400, `{"error":{"message":"tools.0.custom: bad"}}`)))
	r := ask
	r.Tools = toolset("a", "b", "c")
	_, err := p.Complete(t.Context(), "key", r, nil)
	want := []model.DroppedTool{{Name: "a", Why: "tools.0.custom: bad"}, {Name: "b", Why: "tools.0.custom: bad"}}
	if diff := cmp.Diff(want, model.BadTool(err)); requests != 2 || diff != "" {
		t.Errorf("%d requests, %v; the tools (-want +got):\n%s", requests, err, diff)
	}
	if left := r.Tools.Without("a", "b").Tools(); len(left) != 1 || left[0].Name != "c" {
		t.Errorf("without them there are %v", left)
	}
}

func TestToolsAreAdaptedToTheFamily(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"google/gemini-3-pro":          `{"type":"object","properties":{"q":{"type":"string","nullable":true}}}`,
		"~google/gemini-flash-latest":  `{"type":"object","properties":{"q":{"type":"string","nullable":true}}}`,
		"google/gemma-3-27b-it":        `{"type":"object","properties":{"q":{"type":["string","null"]}}}`,
		"anthropic/claude-sonnet-4.5":  `{"type":"object","properties":{"q":{"type":["string","null"]}}}`,
		"deepseek-ai/DeepSeek-V4-Base": `{"type":"object","properties":{"q":{"type":["string","null"]}}}`,
	} {
		var requests []sent
		p := at(t, "openrouter", reading(t, &requests, yes))
		r := ask
		r.Model, r.Tools = id, toolset("a")
		if _, err := p.Complete(t.Context(), "key", r, nil); err != nil {
			t.Fatal(err)
		}
		tool := requests[0].Tools[0]
		if got := string(tool.Function.Parameters); got != want || tool.Type != "function" || tool.Function.Description != "Does a." {
			t.Errorf("%s is offered %+v with %s; want %s", id, tool, got, want)
		}
	}
}

func TestAnAnswerInWordsKeepsTheTools(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tools   *model.Toolset
		noCalls bool
		choice  string
		names   []string
	}{
		{toolset("a"), true, "none", []string{"a"}},
		{toolset("a"), false, "", []string{"a"}},
		{nil, true, "", []string{}},
		{toolset(), true, "", []string{}},
	} {
		var requests []sent
		p := at(t, "openrouter", reading(t, &requests, yes))
		r := ask
		r.Tools, r.NoCalls = tt.tools, tt.noCalls
		if _, err := p.Complete(t.Context(), "key", r, nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.names, requests[0].names()); diff != "" || requests[0].Choice != tt.choice {
			t.Errorf("no calls %t: tool_choice is %q, want %q; the tools (-want +got):\n%s", tt.noCalls, requests[0].Choice, tt.choice, diff)
		}
	}
}

func TestAToolThatCannotBeOffered(t *testing.T) {
	t.Parallel()
	var requests []sent
	p := at(t, "openrouter", reading(t, &requests, yes))
	r := ask
	r.Tools = model.NewToolset([]model.Tool{{Name: "bad", Parameters: json.RawMessage(`{"type":`)}, {Name: "plain"}})
	got, err := p.Complete(t.Context(), "key", r, nil)
	if err != nil || len(got.Dropped) != 1 || got.Dropped[0].Name != "bad" || !strings.Contains(got.Dropped[0].Why, "not JSON") {
		t.Errorf("%+v, %v", got, err)
	}
	if diff := cmp.Diff([]string{"plain"}, requests[0].names()); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func manyTools(n int) []model.Tool {
	tools := make([]model.Tool, n)
	for i := range tools {
		tools[i] = model.Tool{
			Name: fmt.Sprintf("server__tool_%d", i), Description: strings.Repeat("What it does. ", 20),
			Parameters: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string","description":"What to look for."},"limit":{"type":"integer","minimum":1},"kinds":{"type":"array","items":{"type":"string","enum":["a","b"]}}},"required":["query"]}`),
		}
	}
	return tools
}

// TestAToolsetIsPreparedOnce compares what a request costs with a thousand tools
// and with none: marshalling them anew would be a thousand times as much.
func TestAToolsetIsPreparedOnce(t *testing.T) {
	p := model.Providers()[0]
	p.HTTP = &http.Client{Transport: canned{func() io.Reader { return strings.NewReader(delta(`{"content":"a"}`) + finish("stop")) }}}
	allocations := func(tools *model.Toolset) float64 {
		r := ask
		r.Model, r.Tools = "google/gemini-3-pro", tools
		return testing.AllocsPerRun(20, func() {
			if _, err := p.Complete(t.Context(), "key", r, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	none, thousand := allocations(nil), allocations(model.NewToolset(manyTools(1000)))
	if thousand > none+50 {
		t.Errorf("a request allocates %.0f times with a thousand tools, and %.0f without", thousand, none)
	}
}

func BenchmarkPrepareThousandTools(b *testing.B) {
	for _, id := range []string{"acme/worker", "google/gemini-3-pro"} {
		b.Run(id, func(b *testing.B) {
			p := model.Providers()[0]
			p.HTTP = &http.Client{Transport: canned{func() io.Reader { return strings.NewReader(delta(`{"content":"a"}`) + finish("stop")) }}}
			r := ask
			r.Model = id
			tools := manyTools(1000)
			for b.Loop() {
				r.Tools = model.NewToolset(tools)
				if _, err := p.Complete(b.Context(), "key", r, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRequestWithThousandTools(b *testing.B) {
	p := at(b, "openrouter", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		yes(w, r)
	})
	r := ask
	r.Tools = model.NewToolset(manyTools(1000))
	for b.Loop() {
		if _, err := p.Complete(b.Context(), "key", r, nil); err != nil {
			b.Fatal(err)
		}
	}
}
