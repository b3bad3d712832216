package localapi

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// observe gives each request an id, and counts and logs it by its operation.
func (s *Server) observe(mux *http.ServeMux) http.Handler {
	durations := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "guilds_http_request_duration_seconds",
		Help:    "How long requests to the local API took, by operation and status.",
		Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10, 60, 600},
	}, []string{"operation", "status"})
	s.Metrics.MustRegister(durations)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, id := operation.WithRequest(r, s.Log)
		w.Header().Set("X-Request-Id", id)
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		start := time.Now()
		guarded(seen, r, mux)
		took := time.Since(start)
		name := operationOf(r)
		durations.WithLabelValues(name, strconv.Itoa(seen.status)).Observe(took.Seconds())
		if level := levelOf(r, name); s.Log.Enabled(r.Context(), level) {
			operation.RequestOf(r.Context()).Log().Log(r.Context(), level, "request",
				"operation", name, "status", seen.status, "duration", took, "caller", operation.CallerOf(r.Context()).Name)
		}
	})
}

// guarded serves a request, and answers a panic as it does any fault of the box. Of
// an answer that has begun, the connection is cut, so that it does not pass for whole.
func guarded(w *statusWriter, r *http.Request, next http.Handler) {
	defer func() {
		p := recover()
		switch {
		case p == nil:
			return
		case p == http.ErrAbortHandler:
			panic(p)
		}
		problem := operation.ProblemOf(r.Context(), guild.Recovered("a request", p))
		if w.begun {
			panic(http.ErrAbortHandler)
		}
		operation.WriteProblem(w, problem)
	}()
	next.ServeHTTP(w, r)
}

// levelOf logs what changes something, and leaves looks and calls, of which
// there are many, to those who debug.
func levelOf(r *http.Request, operation string) slog.Level {
	if r.Method == http.MethodGet || operation == api.CallTool.ID {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

var operationIDs = func() map[string]string {
	ids := map[string]string{}
	for _, op := range api.Operations() {
		ids[op.Method+" "+op.Path] = op.ID
	}
	return ids
}()

// operationOf names the operation that the mux chose, so that labels do not grow
// with what callers ask for.
func operationOf(r *http.Request) string {
	if id, ok := operationIDs[r.Pattern]; ok {
		return id
	}
	return "other"
}

// statusWriter remembers the status that was answered.
type statusWriter struct {
	http.ResponseWriter
	status int
	begun  bool
}

// WriteHeader notes the status.
func (w *statusWriter) WriteHeader(status int) {
	w.status, w.begun = status, true
	w.ResponseWriter.WriteHeader(status)
}

// Write notes that the answer has begun.
func (w *statusWriter) Write(p []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the writer that can flush.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
