// Package localapi serves the operations of pkg/api: it decides who is asking,
// checks that the caller may and reaches, and turns errors into problem
// documents. The rules themselves live in the packages that it calls.
package localapi

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// Server answers the local API.
type Server struct {
	DB           *postgres.DB
	Logins       *connection.Logins
	Seeds        []connector.Connector
	Natives      offer.Natives
	Integrations *integration.Registry
	Metrics      *prometheus.Registry
	Log          *slog.Logger
	Box          Box
	Areas        []Area // the operations that are in packages of their own

	verdicts *offer.Verdicts
	refused  *prometheus.CounterVec
}

// Area is a part of the API in a package of its own.
type Area interface {
	Register(h huma.API)
}

// Box is what status tells of the daemon itself.
type Box struct {
	StartedAt time.Time
	StateDir  string
	Embedded  bool            // whether the database is the daemon's own
	Sessions  func() int      // open MCP sessions
	Warnings  func() []string // what the operator should know
	Settings  []api.Setting   // in force, without secrets

	// Advice is a further warning, for whoever looks from a scope; nil for none.
	Advice func(context.Context, guild.Scope) (string, error)

	Callback string // address on this machine at which browsers reach the daemon; empty where it has none
}

// problemsOnce guards huma's one global: the function that makes its own errors.
var problemsOnce sync.Once

// Handler returns the API without authentication: who a request comes from is
// in its context, put there by Socket or Tokens.
func (s *Server) Handler() http.Handler {
	problemsOnce.Do(func() { huma.NewError = operation.NewProblem })
	s.verdicts = offer.NewVerdicts(s.DB.OfferRows, s.Seeds, s.DB.Generation)
	s.refused = countRefusals(s.Metrics)
	mux := http.NewServeMux()
	config := huma.DefaultConfig("guildsd", api.Version())
	config.Info.Description = "The local API of guildsd. It listens on a unix socket, where the kernel says who asks, and where the operator wants it on TCP, where a bearer token does."
	config.DocsPath = "" // the document is served; pages that load scripts from elsewhere are not
	config.CreateHooks = nil
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	config.Security = []map[string][]string{{"token": {}}, {}}
	s.register(humago.New(mux, config))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		operation.WriteProblem(w, operation.NewProblem(http.StatusNotFound, "the API has no "+r.Method+" "+r.URL.Path+"; see /openapi.json"))
	})
	return s.observe(mux)
}
