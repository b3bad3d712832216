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

// ListMemoryRevisions returns the earlier versions of an agent's memory without their
// content, the newest first.
func (c *Client) ListMemoryRevisions(ctx context.Context, agentID string) ([]api.MemoryRevision, error) {
	return do[[]api.MemoryRevision](ctx, c, api.ListMemoryRevisions, []string{agentID}, nil, nil)
}

// GetMemoryRevision returns one earlier version whole.
func (c *Client) GetMemoryRevision(ctx context.Context, agentID, revision string) (api.MemoryRevision, error) {
	return do[api.MemoryRevision](ctx, c, api.GetMemoryRevision, []string{agentID, revision}, nil, nil)
}

// RestoreMemoryRevision makes an earlier version the memory again. The version before it
// is kept as a revision.
func (c *Client) RestoreMemoryRevision(ctx context.Context, agentID, revision string) (api.Memory, error) {
	return do[api.Memory](ctx, c, api.RestoreMemoryRevision, []string{agentID, revision}, nil, nil)
}
