package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListModels returns the models that fit the query, and which providers' lists could
// not be had.
func (c *Client) ListModels(ctx context.Context, q api.ModelQuery) (api.ModelList, error) {
	return do[api.ModelList](ctx, c, api.ListModels, nil, values("scope_id", q.ScopeID, "provider", q.Provider, "search", q.Search), nil)
}

// ListModelKeys returns the keys of the organisations within a scope, or of all
// within the caller's reach, sorted by organisation and provider.
func (c *Client) ListModelKeys(ctx context.Context, q api.ModelKeyQuery) ([]api.ModelKey, error) {
	return do[[]api.ModelKey](ctx, c, api.ListModelKeys, nil, values("within_id", q.WithinID), nil)
}

// PutModelKey gives an organisation its own key for a provider.
func (c *Client) PutModelKey(ctx context.Context, organisationID, provider string, key api.NewModelKey) (api.ModelKey, error) {
	return do[api.ModelKey](ctx, c, api.PutModelKey, []string{organisationID, provider}, nil, key)
}

// DeleteModelKey deletes an organisation's own key for a provider.
func (c *Client) DeleteModelKey(ctx context.Context, organisationID, provider string) error {
	_, err := do[struct{}](ctx, c, api.DeleteModelKey, []string{organisationID, provider}, nil, nil)
	return err
}
