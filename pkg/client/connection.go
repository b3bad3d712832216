package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListConnections returns the logins that fit the query, sorted by server and
// scope.
func (c *Client) ListConnections(ctx context.Context, q api.ConnectionQuery) ([]api.Connection, error) {
	return do[[]api.Connection](ctx, c, api.ListConnections, nil, values("scope_id", q.ScopeID, "within_id", q.WithinID, "server", q.Server), nil)
}

// GetConnection returns one login.
func (c *Client) GetConnection(ctx context.Context, id string) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.GetConnection, []string{id}, nil, nil)
}

// Connect makes a login, or tries a pending or disconnected one again.
func (c *Client) Connect(ctx context.Context, n api.NewConnection) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.Connect, nil, nil, n)
}

// Disconnect deletes a login and the bindings that point at it, or with dryRun
// only says what that would be.
func (c *Client) Disconnect(ctx context.Context, id string, dryRun bool) (api.Removal, error) {
	return do[api.Removal](ctx, c, api.Disconnect, []string{id}, values("dry_run", strconv.FormatBool(dryRun)), nil)
}

// SyncConnection lists a login's tools again now.
func (c *Client) SyncConnection(ctx context.Context, id string) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.SyncConnection, []string{id}, nil, nil)
}
