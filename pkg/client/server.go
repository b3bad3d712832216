package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListServers returns the published connectors, sorted by slug.
func (c *Client) ListServers(ctx context.Context) ([]api.Server, error) {
	return do[[]api.Server](ctx, c, api.ListServers, nil, nil, nil)
}

// AdminListServers returns every row of the catalog, sorted by slug.
func (c *Client) AdminListServers(ctx context.Context) ([]api.Server, error) {
	return do[[]api.Server](ctx, c, api.AdminListServers, nil, nil, nil)
}

// AdminAddServer adds a connector.
func (c *Client) AdminAddServer(ctx context.Context, s api.NewServer) (api.Server, error) {
	return do[api.Server](ctx, c, api.AdminAddServer, nil, nil, s)
}

// AdminEditServer changes the fields of a connector that are present.
func (c *Client) AdminEditServer(ctx context.Context, id string, s api.EditServer) (api.Server, error) {
	return do[api.Server](ctx, c, api.AdminEditServer, []string{id}, nil, s)
}

// AdminDropServer removes a connector that an admin added, or with dryRun only
// says what that would take with it.
func (c *Client) AdminDropServer(ctx context.Context, id string, dryRun bool) (api.Removal, error) {
	return do[api.Removal](ctx, c, api.AdminDropServer, []string{id}, values("dry_run", strconv.FormatBool(dryRun)), nil)
}

// AdminResetServer takes the seed's copy of a connector back.
func (c *Client) AdminResetServer(ctx context.Context, id string) (api.Server, error) {
	return do[api.Server](ctx, c, api.AdminResetServer, []string{id}, nil, nil)
}

// AdminEditTool changes the published copy of a connector's tool.
func (c *Client) AdminEditTool(ctx context.Context, id, name string, t api.EditTool) (api.Server, error) {
	return do[api.Server](ctx, c, api.AdminEditTool, []string{id, name}, nil, t)
}
