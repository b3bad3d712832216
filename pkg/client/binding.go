package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListBindings returns the bindings that fit the query, sorted by scope, kind
// and name.
func (c *Client) ListBindings(ctx context.Context, q api.BindingQuery) ([]api.Binding, error) {
	return do[[]api.Binding](ctx, c, api.ListBindings, nil, values("scope_id", q.ScopeID, "within_id", q.WithinID), nil)
}

// PutBinding makes a binding what b says.
func (c *Client) PutBinding(ctx context.Context, b api.PutBindingBody) (api.Binding, error) {
	return do[api.Binding](ctx, c, api.PutBinding, nil, nil, b)
}

// DeleteBinding removes a binding, so that its scope inherits.
func (c *Client) DeleteBinding(ctx context.Context, k api.BindingKey) error {
	_, err := do[struct{}](ctx, c, api.DeleteBinding, nil, values("scope_id", k.ScopeID, "catalog_kind", k.CatalogKind, "catalog_id", k.CatalogID), nil)
	return err
}

// ExplainBinding returns the walk from the platform to a scope for one item.
func (c *Client) ExplainBinding(ctx context.Context, q api.ExplainQuery) (api.Explanation, error) {
	return do[api.Explanation](ctx, c, api.ExplainBinding, nil, values("scope_id", q.ScopeID, "name", q.Name), nil)
}
