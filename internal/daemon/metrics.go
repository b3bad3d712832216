package daemon

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/run"
)

// newMetrics returns what the daemon tells of itself beside its requests.
func (d *daemon) newMetrics() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "guilds_mcp_sessions", Help: "Open MCP sessions."},
			func() float64 { return float64(d.sessions.Len()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "guilds_generations_running", Help: "Generations that run on this daemon."},
			func() float64 { return float64(d.engine.Load().Running()) }),
		d.work.generations, d.work.calls, d.work.tokens,
	)
	return r
}

// workMetrics count the work of agents. Labels are words of a small set: neither an
// agent nor a model's name is one.
type workMetrics struct {
	generations *prometheus.CounterVec
	calls       prometheus.Counter
	tokens      *prometheus.CounterVec
}

func newWorkMetrics() workMetrics {
	return workMetrics{
		generations: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "guilds_generations_total", Help: "Generations that ended on this daemon, by their status."}, []string{"status"}),
		calls:       prometheus.NewCounter(prometheus.CounterOpts{Name: "guilds_tool_calls_total", Help: "Tool calls of generations that ended on this daemon."}),
		tokens: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "guilds_model_tokens_total",
			Help: "Tokens of generations that ended on this daemon, by provider and kind; those from a cache are prompt tokens too."}, []string{"provider", "kind"}),
	}
}

// ended counts a generation that is over.
func (m workMetrics) ended(name string, e run.Ending) {
	m.generations.WithLabelValues(string(e.Status)).Inc()
	m.calls.Add(float64(e.Usage.ToolCalls))
	provider, _, err := model.Split(name)
	if err != nil {
		return // it failed for want of a model
	}
	for kind, n := range map[string]int{"prompt": e.Usage.PromptTokens, "completion": e.Usage.CompletionTokens, "cached": e.Usage.CachedTokens} {
		m.tokens.WithLabelValues(provider, kind).Add(float64(n))
	}
}
