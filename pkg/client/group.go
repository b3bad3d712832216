package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListGroupMessages returns messages of a guild's group, in order. A limit of 0 is the
// daemon's own.
func (c *Client) ListGroupMessages(ctx context.Context, guildID string, q api.GroupQuery) ([]api.GroupMessage, error) {
	after, limit := "", ""
	if q.After >= 0 {
		after = strconv.Itoa(q.After)
	}
	if q.Limit > 0 {
		limit = strconv.Itoa(q.Limit)
	}
	return do[[]api.GroupMessage](ctx, c, api.ListGroupMessages, []string{guildID}, values("after", after, "limit", limit), nil)
}

// PostToGroup posts to a guild's group as an operator.
func (c *Client) PostToGroup(ctx context.Context, guildID string, m api.NewGroupMessage) (api.PostedGroupMessage, error) {
	return do[api.PostedGroupMessage](ctx, c, api.PostToGroup, []string{guildID}, nil, m)
}
