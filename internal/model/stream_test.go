package model_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/model"
)

// at returns a provider whose API is the handler.
func at(t *testing.T, name string, h http.HandlerFunc) model.Provider {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	p, ok := model.Named(name)
	if !ok {
		t.Fatalf("there is no provider %s", name)
	}
	p.BaseURL, p.HTTP = s.URL, egress.NewClient(egress.Options{})
	return p
}

// streams answers each request with the events.
func streams(events string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(events))
	}
}

var ask = model.Request{Model: "openai/gpt-4o", Messages: []model.Message{{Role: model.User, Text: "hello"}}}

func TestAStreamOfText(t *testing.T) {
	t.Parallel()
	p := at(t, "openrouter", streams(`: OPENROUTER PROCESSING

data: {"id":"gen-1","model":"openai/gpt-4o","choices":[{"index":0,"delta":{"content":"Hé"},"finish_reason":null}]}

data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":"llo"},"finish_reason":"stop"}]}

data: {"id":"gen-1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"cost":1.5e-05}}

data: [DONE]
`))
	var shown strings.Builder
	got, err := p.Complete(t.Context(), "key", ask, func(d model.Delta) { shown.WriteString(d.Text + "|") })
	if err != nil {
		t.Fatal(err)
	}
	want := model.Answer{
		Text: "Héllo", Finish: "stop", GenerationID: "gen-1", Model: "openai/gpt-4o",
		Usage: model.Usage{Prompt: 3, Completion: 2, Cost: "1.5e-05"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the answer (-want +got):\n%s", diff)
	}
	if shown.String() != "Hé|llo|" {
		t.Errorf("shown was %q", shown.String())
	}
}
