package daemon

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
)

// Natives are the native tools of a daemon on a database.
func Natives(db *postgres.DB) []tool.Tool {
	nothing := func(string) string { return "" }
	return (&daemon{db: db, config: &Config{Integrations: integration.New(nothing)}}).natives(nil)
}

// ReportTo is reportTo.
var ReportTo = reportTo

// WorkMetrics returns what counts generations that ended, and the counters.
func WorkMetrics() (ended func(string, run.Ending), all []prometheus.Collector) {
	m := newWorkMetrics()
	return m.ended, []prometheus.Collector{m.generations, m.calls, m.tokens}
}
