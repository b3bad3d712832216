package localapi

import (
	"context"
	"os"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/pkg/api"
)

// registerBox registers what is about the daemon itself.
func (s *Server) registerBox(h huma.API) {
	handle(h, api.GetHealth, see, func(context.Context, access.Caller, *empty) (api.Health, error) {
		return api.Health{Status: "ok"}, nil
	})
	handle(h, api.GetReadiness, see, func(ctx context.Context, _ access.Caller, _ *empty) (api.Health, error) {
		return api.Health{Status: "ok"}, s.DB.Ping(ctx)
	})
	s.registerMetrics(h)
	handle(h, api.GetStatus, see, s.getStatus)
	handle(h, api.GetConfig, instance, func(context.Context, access.Caller, *empty) ([]api.Setting, error) {
		return s.Box.Settings, nil
	})
	handle(h, api.GetInstance, see, s.getInstance)
}

func (s *Server) registerMetrics(h huma.API) {
	op := declare(h, api.GetMetrics)
	op.Responses["200"] = &huma.Response{
		Description: "Metrics",
		Content:     map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	metrics := promhttp.HandlerFor(s.Metrics, promhttp.HandlerOpts{})
	huma.Register(h, op, func(ctx context.Context, _ *empty) (*huma.StreamResponse, error) {
		// What the whole box does is not for a caller of one scope to see.
		if err := instance.check(callerOf(ctx)); err != nil {
			return nil, problemOf(ctx, err)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			r, w := humago.Unwrap(hc)
			metrics.ServeHTTP(w, r)
		}}, nil
	})
}

func (s *Server) getStatus(ctx context.Context, c access.Caller, _ *empty) (api.Status, error) {
	counts, err := s.DB.Counts(ctx, c.Scope.ID)
	if err != nil {
		return api.Status{}, err
	}
	out := api.Status{
		Version: api.Version(), StartedAt: s.Box.StartedAt, Database: "external, PostgreSQL " + counts.Server,
		Scopes: counts.Scopes, Logins: counts.Logins, Warnings: []string{},
	}
	if s.Box.Embedded {
		out.Database = "embedded, PostgreSQL " + counts.Server
	}
	if c.InstanceAdmin() {
		out.PID, out.StateDir, out.Sessions = os.Getpid(), s.Box.StateDir, s.Box.Sessions()
		out.Warnings = orEmpty(s.Box.Warnings())
	}
	return out, nil
}

func (s *Server) getInstance(_ context.Context, c access.Caller, _ *empty) (api.Instance, error) {
	return api.Instance{AuthMode: string(c.Mode), Integrations: each(s.Integrations.Status(), integrationOut)}, nil
}

func integrationOut(i integration.Status) api.Integration {
	return api.Integration{
		Name: i.Name, State: string(i.State), Summary: i.Purpose,
		Models: orEmpty(i.ModelProviders), Tools: orEmpty(i.NativeTools), Connectors: orEmpty(i.Connectors),
		Variables: each(i.Variables, func(v integration.Variable) api.Variable {
			return api.Variable{Name: v.Name, Required: !v.Optional, Set: slices.Contains(i.Set, v.Name)}
		}),
	}
}
