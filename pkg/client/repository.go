package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListRepositories returns what a GitHub login's installation reaches.
func (c *Client) ListRepositories(ctx context.Context, connectionID string) ([]api.Repository, error) {
	return do[[]api.Repository](ctx, c, api.ListRepositories, []string{connectionID}, nil, nil)
}

// PutSelected stores which repositories a GitHub login is for.
func (c *Client) PutSelected(ctx context.Context, connectionID string, s api.SelectRepositories) (api.SelectedRepositories, error) {
	return do[api.SelectedRepositories](ctx, c, api.PutSelected, []string{connectionID}, nil, s)
}

// GetSelected returns which repositories a GitHub login is for.
func (c *Client) GetSelected(ctx context.Context, connectionID string) (api.SelectedRepositories, error) {
	return do[api.SelectedRepositories](ctx, c, api.GetSelected, []string{connectionID}, nil, nil)
}

// ListGuildRepositories returns a guild's repositories.
func (c *Client) ListGuildRepositories(ctx context.Context, guildID string) (api.GuildRepositories, error) {
	return do[api.GuildRepositories](ctx, c, api.ListGuildRepositories, []string{guildID}, nil, nil)
}
