package coingecko

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
)

// Coin is a coin as lists name it.
type Coin struct {
	ID     string      `json:"id"`
	Symbol string      `json:"symbol"`
	Name   string      `json:"name"`
	Rank   json.Number `json:"market_cap_rank"` // by market value; empty for one without
}

// Search returns the coins whose name or symbol fits, the largest first.
func Search(ctx context.Context, a connector.Account, query string) ([]Coin, error) {
	var found struct {
		Coins []Coin `json:"coins"`
	}
	err := API.Get(ctx, a, rest.At("/search"), url.Values{"query": {query}}, &found)
	return found.Coins, err
}
