package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListIssues returns issues, open ones first, and then the newest.
func (c *Client) ListIssues(ctx context.Context, q api.IssueQuery) ([]api.Issue, error) {
	return do[[]api.Issue](ctx, c, api.ListIssues, nil, values("within_id", q.WithinID, "all", strconv.FormatBool(q.All)), nil)
}

// GetIssue returns one issue.
func (c *Client) GetIssue(ctx context.Context, id string) (api.Issue, error) {
	return do[api.Issue](ctx, c, api.GetIssue, []string{id}, nil, nil)
}

// ResolveIssue resolves an issue. One that is resolved already is a conflict.
func (c *Client) ResolveIssue(ctx context.Context, id string, n api.IssueNote) (api.Issue, error) {
	return do[api.Issue](ctx, c, api.ResolveIssue, []string{id}, nil, n)
}

// ResolveIssues resolves every open issue of a guild.
func (c *Client) ResolveIssues(ctx context.Context, g api.GuildIssues) (api.ResolvedIssues, error) {
	return do[api.ResolvedIssues](ctx, c, api.ResolveIssues, nil, nil, g)
}
