package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListScopes returns the scopes that fit the query, sorted by path.
func (c *Client) ListScopes(ctx context.Context, q api.ScopeQuery) ([]api.Scope, error) {
	return do[[]api.Scope](ctx, c, api.ListScopes, nil, values("path", q.Path, "within_id", q.WithinID, "level", q.Level), nil)
}

// CreateScope makes an organisation, guild or agent.
func (c *Client) CreateScope(ctx context.Context, s api.NewScope) (api.Scope, error) {
	return do[api.Scope](ctx, c, api.CreateScope, nil, nil, s)
}

// GetScope returns one scope.
func (c *Client) GetScope(ctx context.Context, id string) (api.Scope, error) {
	return do[api.Scope](ctx, c, api.GetScope, []string{id}, nil, nil)
}

// DeleteScope deletes a scope and all that it holds, or with dryRun only says
// what that would be.
func (c *Client) DeleteScope(ctx context.Context, id string, dryRun bool) (api.Removal, error) {
	return do[api.Removal](ctx, c, api.DeleteScope, []string{id}, values("dry_run", strconv.FormatBool(dryRun)), nil)
}
