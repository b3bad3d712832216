package model_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{
		"openrouter/anthropic/claude-sonnet-4.5":  {"openrouter", "anthropic/claude-sonnet-4.5"},
		"deepinfra/deepseek-ai/DeepSeek-V4-Flash": {"deepinfra", "deepseek-ai/DeepSeek-V4-Flash"},
		"openrouter/llama3":                       {"openrouter", "llama3"},
	} {
		provider, id, err := model.Split(name)
		if err != nil || provider != want[0] || id != want[1] {
			t.Errorf("Split(%q) = %q, %q, %v", name, provider, id, err)
		}
	}
	for _, name := range []string{"", "gpt-4o", "openai/gpt-4o", "openrouter", "openrouter/", "openrouter/a b", "OpenRouter/x"} {
		if _, _, err := model.Split(name); guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), "openrouter/ or deepinfra/") {
			t.Errorf("Split(%q): %v", name, err)
		}
	}
}

func TestProviders(t *testing.T) {
	t.Parallel()
	var names []string
	for _, p := range model.Providers() {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"openrouter", "deepinfra"}, names); diff != "" {
		t.Errorf("the providers (-want +got):\n%s", diff)
	}
}

func answers(body string) http.HandlerFunc { return refuses(http.StatusOK, body) }

func TestModels(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	for name, tt := range map[string]struct {
		handler http.HandlerFunc
		want    []model.Info
	}{
		"openrouter": {
			func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.RequestURI() {
				case "/models":
					answers(`{"data":[
						{"id":"acme/worker","name":"Worker","context_length":8192,"pricing":{"prompt":"0.00003","completion":"0.00006"},"supported_parameters":["tools"],"top_provider":{"max_completion_tokens":4096}},
						{"id":"acme/auto","name":"Auto","context_length":null,"pricing":{"prompt":"-1","completion":"-1"},"supported_parameters":[],"top_provider":{"max_completion_tokens":null}}
					],"links":{"next":"/api/v1/models?offset=2"}}`)(w, r)
				case "/models?offset=2":
					answers(`{"data":[{"id":"acme/free","pricing":{"prompt":"0","completion":"0.0000000011"}}],"links":{"next":null}}`)(w, r)
				default:
					t.Errorf("%s was asked for", r.URL)
				}
			},
			[]model.Info{
				{ID: "acme/worker", Name: "Worker", Context: 8192, MaxOutput: 4096, PromptPrice: "30", CompletionPrice: "60", Tools: &yes},
				{ID: "acme/auto", Name: "Auto", Tools: &no},
				{ID: "acme/free", Name: "acme/free", PromptPrice: "0", CompletionPrice: "0.0011"},
			},
		},
		"deepinfra": {
			answers(`{"object":"list","data":[
				{"id":"a/b","object":"model","metadata":{"context_length":131072,"max_tokens":4096,"pricing":{"input_tokens":0.03,"output_tokens":0.05}}},
				{"id":"c/d","object":"model","metadata":null}]}`),
			[]model.Info{{ID: "a/b", Name: "a/b", Context: 131072, MaxOutput: 4096, PromptPrice: "0.03", CompletionPrice: "0.05"}, {ID: "c/d", Name: "c/d"}},
		},
	} {
		got, err := at(t, name, tt.handler).Models(t.Context(), "key")
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v; the models (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestModelsThatCannotBeHad(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]guild.Code{"<html>": guild.CodeUpstream, "": guild.CodeUpstream} {
		if _, err := at(t, "openrouter", answers(body)).Models(t.Context(), ""); guild.CodeOf(err) != want {
			t.Errorf("%q: %v; want the code %s", body, err, want)
		}
	}
	if _, err := at(t, "deepinfra", refuses(503, `{"detail":"later"}`)).Models(t.Context(), ""); guild.CodeOf(err) != guild.CodeUnavailable {
		t.Errorf("503: %v", err)
	}
}

func TestCheckKey(t *testing.T) {
	t.Parallel()
	// As both do it, the list of models is there for anybody.
	serve := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			switch {
			case r.URL.Path == "/models":
				answers(`{"data":[{"id":"dear","metadata":{"pricing":{"output_tokens":5}}},{"id":"cheap","metadata":{"pricing":{"output_tokens":0.02}}},{"id":"embeds","metadata":{"pricing":{"output_tokens":0}}}]}`)(w, r)
			case status != http.StatusOK:
				refuses(status, `{"detail":"no"}`)(w, r)
			case r.URL.Path == "/key":
				answers(`{"data":{"label":"sk-or"}}`)(w, r)
			case strings.Contains(string(body), `"cheap"`) && strings.Contains(string(body), `"max_tokens":1`):
				streams(finish("length"))(w, r)
			default:
				t.Errorf("%s was sent %s", r.URL, body)
			}
		}
	}
	for _, name := range []string{"openrouter", "deepinfra"} {
		if err := at(t, name, serve(http.StatusOK)).CheckKey(t.Context(), "key"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := at(t, name, serve(http.StatusUnauthorized)).CheckKey(t.Context(), "key"); guild.CodeOf(err) != guild.CodeRejected {
			t.Errorf("%s: a key that is refused: %v", name, err)
		}
	}
	if err := at(t, "openrouter", http.NotFound).CheckKey(t.Context(), "key"); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a server that knows nothing of keys: %v", err)
	}
	if err := at(t, "deepinfra", answers(`{"data":[]}`)).CheckKey(t.Context(), "key"); guild.CodeOf(err) != guild.CodeUpstream {
		t.Errorf("no models: %v", err)
	}
}
