package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// GetStatus returns what the box holds and how it is.
func (c *Client) GetStatus(ctx context.Context) (api.Status, error) {
	return do[api.Status](ctx, c, api.GetStatus, nil, nil, nil)
}

// GetInstance returns the box's authentication mode and integrations.
func (c *Client) GetInstance(ctx context.Context) (api.Instance, error) {
	return do[api.Instance](ctx, c, api.GetInstance, nil, nil, nil)
}

// GetHealth returns whether the daemon runs.
func (c *Client) GetHealth(ctx context.Context) (api.Health, error) {
	return do[api.Health](ctx, c, api.GetHealth, nil, nil, nil)
}

// GetReadiness returns whether the daemon can serve.
func (c *Client) GetReadiness(ctx context.Context) (api.Health, error) {
	return do[api.Health](ctx, c, api.GetReadiness, nil, nil, nil)
}

// GetConfig returns the daemon's effective configuration, without its secrets.
func (c *Client) GetConfig(ctx context.Context) ([]api.Setting, error) {
	return do[[]api.Setting](ctx, c, api.GetConfig, nil, nil, nil)
}
