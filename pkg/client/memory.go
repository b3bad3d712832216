package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// GetMemory returns what an agent remembers.
func (c *Client) GetMemory(ctx context.Context, agentID string) (api.Memory, error) {
	return do[api.Memory](ctx, c, api.GetMemory, []string{agentID}, nil, nil)
}

// PutMemory replaces all that an agent remembers. The version before it is kept as a
// revision.
func (c *Client) PutMemory(ctx context.Context, agentID string, m api.MemoryContent) (api.Memory, error) {
	return do[api.Memory](ctx, c, api.PutMemory, []string{agentID}, nil, m)
}

// ListRevisions returns the earlier versions of an agent's memory without their
// content, the newest first.
func (c *Client) ListRevisions(ctx context.Context, agentID string) ([]api.MemoryRevision, error) {
	return do[[]api.MemoryRevision](ctx, c, api.ListRevisions, []string{agentID}, nil, nil)
}

// GetRevision returns one earlier version whole.
func (c *Client) GetRevision(ctx context.Context, agentID, revision string) (api.MemoryRevision, error) {
	return do[api.MemoryRevision](ctx, c, api.GetRevision, []string{agentID, revision}, nil, nil)
}

// RestoreRevision makes an earlier version the memory again. The version before it
// is kept as a revision.
func (c *Client) RestoreRevision(ctx context.Context, agentID, revision string) (api.Memory, error) {
	return do[api.Memory](ctx, c, api.RestoreRevision, []string{agentID, revision}, nil, nil)
}
