package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// GetAccess returns the access view of a scope.
func (c *Client) GetAccess(ctx context.Context, scopeID string) (api.Access, error) {
	return do[api.Access](ctx, c, api.GetAccess, nil, values("scope_id", scopeID), nil)
}

// ListTools returns the tools of a scope or of a login, sorted by name.
func (c *Client) ListTools(ctx context.Context, q api.ToolQuery) ([]api.Tool, error) {
	return do[[]api.Tool](ctx, c, api.ListTools, nil, values("scope_id", q.ScopeID, "connection_id", q.ConnectionID), nil)
}

// GetTool returns one tool with its schemas.
func (c *Client) GetTool(ctx context.Context, name string, q api.ToolQuery) (api.ToolDetail, error) {
	return do[api.ToolDetail](ctx, c, api.GetTool, []string{name}, values("scope_id", q.ScopeID, "connection_id", q.ConnectionID), nil)
}

// CallNative tests a native tool as an agent. The result of a tool that failed is a
// result, not an error.
func (c *Client) CallNative(ctx context.Context, name string, call api.NativeCall) (api.ToolResult, error) {
	return do[api.ToolResult](ctx, c, api.CallNative, []string{name}, nil, call)
}
