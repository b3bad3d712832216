package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListTokens returns the tokens within the caller's reach, sorted by scope and
// label.
func (c *Client) ListTokens(ctx context.Context) ([]api.Token, error) {
	return do[[]api.Token](ctx, c, api.ListTokens, nil, nil, nil)
}

// CreateToken makes a token; its secret is in this answer and nowhere else.
func (c *Client) CreateToken(ctx context.Context, t api.NewToken) (api.MadeToken, error) {
	return do[api.MadeToken](ctx, c, api.CreateToken, nil, nil, t)
}

// DeleteToken revokes a token.
func (c *Client) DeleteToken(ctx context.Context, id string) error {
	_, err := do[struct{}](ctx, c, api.DeleteToken, []string{id}, nil, nil)
	return err
}
