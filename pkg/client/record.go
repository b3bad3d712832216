package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListRecords returns a part of the records of a collection that fit the query.
func (c *Client) ListRecords(ctx context.Context, collectionID string, q api.RecordQuery) (api.RecordPage, error) {
	query := values("where", q.Where, "since", q.Since, "order", q.Order)
	if q.Desc {
		query.Set("desc", "true")
	}
	if q.Limit != 0 {
		query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Offset != 0 {
		query.Set("offset", strconv.Itoa(q.Offset))
	}
	return do[api.RecordPage](ctx, c, api.ListRecords, []string{collectionID}, query, nil)
}

// SearchRecords returns the records of a collection that hold what is looked for,
// best first, at most 20.
func (c *Client) SearchRecords(ctx context.Context, collectionID string, s api.RecordSearch) ([]api.Record, error) {
	return do[[]api.Record](ctx, c, api.SearchRecords, []string{collectionID}, values("query", s.Query, "where", s.Where), nil)
}

// GetRecord returns one record.
func (c *Client) GetRecord(ctx context.Context, collectionID, id string) (api.Record, error) {
	return do[api.Record](ctx, c, api.GetRecord, []string{collectionID, id}, nil, nil)
}

// AddRecords adds records, all or none, or with dryRun only checks them. The problems
// of bodies that do not fit are told all at once, under records[N].
func (c *Client) AddRecords(ctx context.Context, collectionID string, n api.NewRecords, dryRun bool) (api.AddedRecords, error) {
	return do[api.AddedRecords](ctx, c, api.AddRecords, []string{collectionID}, values("dry_run", strconv.FormatBool(dryRun)), n)
}

// UpdateRecord changes columns of a record.
func (c *Client) UpdateRecord(ctx context.Context, collectionID, id string, p api.RecordPatch) (api.UpdatedRecord, error) {
	return do[api.UpdatedRecord](ctx, c, api.UpdateRecord, []string{collectionID, id}, nil, p)
}

// RemoveRecord removes a record.
func (c *Client) RemoveRecord(ctx context.Context, collectionID, id string) error {
	_, err := do[struct{}](ctx, c, api.RemoveRecord, []string{collectionID, id}, nil, nil)
	return err
}
