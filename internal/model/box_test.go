package model_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/model"
)

// at returns a provider whose API is the handler, and which does not wait between
// two attempts.
func at(t testing.TB, name string, h http.HandlerFunc) model.Provider {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	p, ok := model.Named(name)
	if !ok {
		t.Fatalf("there is no provider %s", name)
	}
	p.BaseURL, p.HTTP = s.URL, egress.NewClient(egress.Options{})
	p.Pause = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return p
}

var ask = model.Request{Model: "acme/worker", Messages: []model.Message{{Role: model.User, Text: "hello"}}}

func complete(t testing.TB, h http.HandlerFunc) (model.Answer, error) {
	t.Helper()
	return at(t, "openrouter", h).Complete(t.Context(), "key", ask, nil)
}
