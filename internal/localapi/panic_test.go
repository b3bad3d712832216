package localapi_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// broken is an area whose operation panics, before or after its answer has begun.
type broken struct{}

func (broken) Register(h huma.API) {
	huma.Register(h, huma.Operation{OperationID: "broken", Method: "GET", Path: "/broken"}, func(_ context.Context, in *struct {
		Late bool `query:"late"`
	}) (*huma.StreamResponse, error) {
		if !in.Late {
			panic("boom " + canary)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			_, _ = hc.BodyWriter().Write([]byte("half"))
			panic("boom " + canary)
		}}, nil
	})
}

func TestAPanicIsAFaultOfTheBox(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	s := &localapi.Server{
		DB: pgtest.New(t), Integrations: integration.New(func(string) string { return "" }), Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.NewTextHandler(&lines, nil)), Areas: []localapi.Area{broken{}},
	}
	server := httptest.NewUnstartedServer(s.Handler())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	resp, err := http.Get(server.URL + "/broken")
	if err != nil {
		t.Fatal(err)
	}
	got := answer{status: resp.StatusCode}
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	got.body = body.String()
	if got.status != 500 || strings.Contains(got.body, "boom") || !strings.Contains(got.body, "internal error (ref ") {
		t.Errorf("HTTP %d: %s", got.status, got.body)
	}
	resp, err = http.Get(server.URL + "/broken?late=true")
	if err == nil {
		_, err = body.ReadFrom(resp.Body)
		resp.Body.Close()
	}
	if err == nil {
		t.Error("half an answer passes for a whole one")
	}
	server.Close()
	if n := strings.Count(lines.String(), "a request panicked: boom"); n < 2 { // a client may ask again where the connection was cut
		t.Errorf("the log tells of %d panics:\n%s", n, &lines)
	}
}
