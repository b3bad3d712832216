package localapi

import (
	"context"
	"slices"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// tryCoins searches with a key that is sent for it and kept nowhere.
func (s *Server) tryCoins(ctx context.Context, _ access.Caller, in *struct{ Body api.CoinSearch }) ([]api.Coin, error) {
	rows, err := s.DB.Servers(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(rows, func(row connector.Server) bool { return row.Published && row.Declared(s.Seeds).Coins != nil })
	if i < 0 {
		return nil, guild.Errorf(guild.CodeNotFound, "no connector that pins coins is published")
	}
	found, err := s.Logins.TryCoins(ctx, rows[i], in.Body.Fields, in.Body.Query)
	return coinsOut(found), err
}

type searchCoinsInput struct {
	operation.ByID
	api.CoinQuery
}

func (s *Server) searchCoins(ctx context.Context, c access.Caller, in *searchCoinsInput) ([]api.Coin, error) {
	stored, err := s.login(ctx, c, in.ID, false)
	if err != nil {
		return nil, err
	}
	found, err := s.Logins.SearchCoins(ctx, stored, in.Query)
	return coinsOut(found), err
}

func (s *Server) getPinned(ctx context.Context, c access.Caller, in *operation.ByID) (api.PinnedPrices, error) {
	stored, err := s.login(ctx, c, in.ID, false)
	return api.PinnedPrices{Coins: coinsOut(stored.Coins)}, err
}

type pinInput struct {
	operation.ByID
	Body api.PinCoins
}

func (s *Server) putPinned(ctx context.Context, c access.Caller, in *pinInput) (api.PinnedPrices, error) {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return api.PinnedPrices{}, err
	}
	ids := operation.Each(in.Body.Coins, func(w api.WantedCoin) string { return w.ID })
	pinned, err := s.Logins.PinCoins(ctx, stored, ids)
	return api.PinnedPrices{Coins: coinsOut(pinned)}, err
}

func coinsOut(coins []connector.Coin) []api.Coin {
	return operation.Each(coins, func(c connector.Coin) api.Coin { return api.Coin(c) })
}
