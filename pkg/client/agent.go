package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// GetAgent returns an agent with its settings. id is that of its scope.
func (c *Client) GetAgent(ctx context.Context, id string) (api.Agent, error) {
	return do[api.Agent](ctx, c, api.GetAgent, []string{id}, nil, nil)
}

// EditAgent changes the settings that the patch names, and returns the agent as it is
// then.
func (c *Client) EditAgent(ctx context.Context, id string, patch api.AgentPatch) (api.Agent, error) {
	return do[api.Agent](ctx, c, api.EditAgent, []string{id}, nil, patch)
}
