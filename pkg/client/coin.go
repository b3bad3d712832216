package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// TryCoins searches the coins that can be pinned, before there is a login.
func (c *Client) TryCoins(ctx context.Context, s api.CoinSearch) ([]api.Coin, error) {
	return do[[]api.Coin](ctx, c, api.TryCoins, nil, nil, s)
}

// SearchCoins searches the coins that can be pinned on a login.
func (c *Client) SearchCoins(ctx context.Context, connectionID string, q api.CoinQuery) ([]api.Coin, error) {
	return do[[]api.Coin](ctx, c, api.SearchCoins, []string{connectionID}, values("q", q.Query), nil)
}

// GetPinned returns the coins that are pinned on a login.
func (c *Client) GetPinned(ctx context.Context, connectionID string) (api.PinnedPrices, error) {
	return do[api.PinnedPrices](ctx, c, api.GetPinned, []string{connectionID}, nil, nil)
}

// PutPinned pins coins on a login, in place of those that were.
func (c *Client) PutPinned(ctx context.Context, connectionID string, p api.PinCoins) (api.PinnedPrices, error) {
	return do[api.PinnedPrices](ctx, c, api.PutPinned, []string{connectionID}, nil, p)
}
