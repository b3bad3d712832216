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
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// registerBox registers what is about the daemon itself.
func (s *Server) registerBox(h huma.API) {
	operation.Handle(h, api.GetHealth, operation.See, func(context.Context, access.Caller, *operation.Empty) (api.Health, error) {
		return api.Health{Status: "ok"}, nil
	})
	operation.Handle(h, api.GetReadiness, operation.See, func(ctx context.Context, _ access.Caller, _ *operation.Empty) (api.Health, error) {
		return api.Health{Status: "ok"}, s.DB.Ping(ctx)
	})
	s.registerMetrics(h)
	operation.Handle(h, api.GetStatus, operation.See, s.getStatus)
	operation.Handle(h, api.GetConfig, operation.Instance, func(context.Context, access.Caller, *operation.Empty) ([]api.Setting, error) {
		return s.Box.Settings, nil
	})
	operation.Handle(h, api.GetInstance, operation.See, s.getInstance)
}

func (s *Server) registerMetrics(h huma.API) {
	op := operation.Declare(h, api.GetMetrics)
	op.Responses["200"] = &huma.Response{
		Description: "Metrics",
		Content:     map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	metrics := promhttp.HandlerFor(s.Metrics, promhttp.HandlerOpts{})
	huma.Register(h, op, func(ctx context.Context, _ *operation.Empty) (*huma.StreamResponse, error) {
		// What the whole box does is not for a caller of one scope to see.
		if err := operation.Instance.Check(operation.CallerOf(ctx)); err != nil {
			return nil, operation.ProblemOf(ctx, err)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			r, w := humago.Unwrap(hc)
			metrics.ServeHTTP(w, r)
		}}, nil
	})
}

func (s *Server) getStatus(ctx context.Context, c access.Caller, _ *operation.Empty) (api.Status, error) {
	counts, err := s.DB.Counts(ctx, c.Scope.ID)
	if err != nil {
		return api.Status{}, err
	}
	out := api.Status{
		Version: api.Version(), StartedAt: s.Box.StartedAt, Database: "external, PostgreSQL " + counts.Server,
		Scopes: counts.Scopes, Logins: counts.Logins, OpenIssues: counts.Issues, SecretRequests: counts.Asked, Warnings: []string{},
	}
	if s.Box.Embedded {
		out.Database = "embedded, PostgreSQL " + counts.Server
	}
	if c.InstanceAdmin() {
		out.PID, out.StateDir, out.Sessions = os.Getpid(), s.Box.StateDir, s.Box.Sessions()
		out.Warnings = operation.OrEmpty(s.Box.Warnings())
	}
	if s.Box.Advice == nil {
		return out, nil
	}
	advice, err := s.Box.Advice(ctx, c.Scope)
	if advice != "" {
		out.Warnings = append(slices.Clone(out.Warnings), advice)
	}
	return out, err
}

func (s *Server) getInstance(_ context.Context, c access.Caller, _ *operation.Empty) (api.Instance, error) {
	return api.Instance{AuthMode: string(c.Mode), Integrations: operation.Each(s.Integrations.Status(), integrationOut)}, nil
}

func integrationOut(i integration.Status) api.Integration {
	return api.Integration{
		Name: i.Name, State: string(i.State), Summary: i.Purpose,
		Models: operation.OrEmpty(i.ModelProviders), Tools: operation.OrEmpty(i.NativeTools), Connectors: operation.OrEmpty(i.Connectors),
		Variables: operation.Each(i.Variables, func(v integration.Variable) api.Variable {
			return api.Variable{Name: v.Name, Required: !v.Optional, Set: slices.Contains(i.Set, v.Name)}
		}),
	}
}
