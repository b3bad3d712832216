package localapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/localapi/operation"
)

// Why a request is refused before it reaches an operation, as the metric has it.
const (
	noToken = "token" // none, or one that nobody has
	noPeer  = "peer"  // a local user who may not use the socket
	webPage = "page"  // a web page made it
	noLogin = "path"  // at the listener that only browser logins end at, anything else
)

// countRefusals makes the metric of requests that reach no operation, and so are in
// none of the metrics of operations. Whoever tries tokens shows here.
func countRefusals(registry *prometheus.Registry) *prometheus.CounterVec {
	refused := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "guilds_http_refused_total",
		Help: "Requests to the local API that were refused before any operation, by what was wrong with them: token, peer, page or path.",
	}, []string{"reason"})
	registry.MustRegister(refused)
	for _, reason := range []string{noToken, noPeer, webPage, noLogin} {
		refused.WithLabelValues(reason) // there from the start, at 0
	}
	return refused
}

// refuse answers a request that reaches no operation, and counts it.
func (s *Server) refuse(w http.ResponseWriter, reason string, problem huma.StatusError) {
	s.refused.WithLabelValues(reason).Inc()
	operation.WriteProblem(w, problem)
}
