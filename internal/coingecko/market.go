package coingecko

import (
	"context"
	"net/url"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
)

// Named returns coins by their ids, with their symbols and names, in one request. One
// that CoinGecko does not know is left out.
func Named(ctx context.Context, a connector.Account, ids []string) (map[string]Coin, error) {
	var coins []Coin
	err := API.Get(ctx, a, rest.At("/coins/markets"), url.Values{"vs_currency": {"usd"}, "ids": {strings.Join(ids, ",")}}, &coins)
	named := map[string]Coin{}
	for _, c := range coins {
		named[c.ID] = c
	}
	return named, err
}
