package daemon_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/daemon"
	"github.com/guildsbox/guilds/internal/run"
)

// The work of agents is counted without naming an agent, a run or a model.
func TestWorkIsCounted(t *testing.T) {
	t.Parallel()
	ended, collect := daemon.WorkMetrics()
	ended("openrouter/acme/secret-model", run.Ending{Status: run.Done, Usage: run.Usage{ToolCalls: 3, PromptTokens: 40, CompletionTokens: 5, CachedTokens: 8}})
	ended("openrouter/other", run.Ending{Status: run.Failed, Usage: run.Usage{PromptTokens: 2}})
	ended("", run.Ending{Status: run.Failed})
	registry := prometheus.NewRegistry()
	registry.MustRegister(collect...)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			name := f.GetName()
			for _, l := range m.GetLabel() {
				name += " " + l.GetValue()
			}
			got[name] = m.GetCounter().GetValue()
		}
	}
	want := map[string]float64{
		"guilds_generations_total done": 1, "guilds_generations_total failed": 2, "guilds_tool_calls_total": 3,
		"guilds_model_tokens_total prompt openrouter": 42, "guilds_model_tokens_total completion openrouter": 5, "guilds_model_tokens_total cached openrouter": 8,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
}
