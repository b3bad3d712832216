package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListCollections returns the collections that fit the query, sorted by name.
func (c *Client) ListCollections(ctx context.Context, q api.CollectionQuery) ([]api.Collection, error) {
	return do[[]api.Collection](ctx, c, api.ListCollections, nil, values("within_id", q.WithinID), nil)
}

// CreateCollection defines a collection.
func (c *Client) CreateCollection(ctx context.Context, n api.NewCollection) (api.Collection, error) {
	return do[api.Collection](ctx, c, api.CreateCollection, nil, nil, n)
}

// GetCollection returns one collection, with how much it holds.
func (c *Client) GetCollection(ctx context.Context, id string) (api.Collection, error) {
	return do[api.Collection](ctx, c, api.GetCollection, []string{id}, nil, nil)
}

// AlterCollection changes a collection's columns, or with dryRun only says what that
// would do.
func (c *Client) AlterCollection(ctx context.Context, id string, p api.CollectionPatch, dryRun bool) (api.AlteredCollection, error) {
	return do[api.AlteredCollection](ctx, c, api.AlterCollection, []string{id}, values("dry_run", strconv.FormatBool(dryRun)), p)
}

// DeleteCollection deletes a collection with its records and grants, or with dryRun
// only says what that would be.
func (c *Client) DeleteCollection(ctx context.Context, id string, dryRun bool) (api.CollectionRemoval, error) {
	return do[api.CollectionRemoval](ctx, c, api.DeleteCollection, []string{id}, values("dry_run", strconv.FormatBool(dryRun)), nil)
}

// ListCollectionGrants returns who was let into a collection or kept out, sorted by
// scope.
func (c *Client) ListCollectionGrants(ctx context.Context, id string) ([]api.CollectionGrant, error) {
	return do[[]api.CollectionGrant](ctx, c, api.ListCollectionGrants, []string{id}, nil, nil)
}

// PutCollectionGrant gives a guild or an agent access to a collection.
func (c *Client) PutCollectionGrant(ctx context.Context, id, scopeID string, g api.NewCollectionGrant) (api.CollectionGrant, error) {
	return do[api.CollectionGrant](ctx, c, api.PutCollectionGrant, []string{id, scopeID}, nil, g)
}

// DeleteCollectionGrant takes the grant of a guild or an agent away.
func (c *Client) DeleteCollectionGrant(ctx context.Context, id, scopeID string) error {
	_, err := do[struct{}](ctx, c, api.DeleteCollectionGrant, []string{id, scopeID}, nil, nil)
	return err
}
