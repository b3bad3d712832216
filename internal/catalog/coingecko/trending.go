package coingecko

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

const trendingSchema = newSchema

// trend is one coin of the list. Its market value and its volume come as text for
// people, such as "$521,967,819".
type trend struct {
	Item struct {
		coingecko.Coin
		Data struct {
			Price     json.Number `json:"price"`
			Change    byCurrency  `json:"price_change_percentage_24h"`
			MarketCap string      `json:"market_cap"`
			Volume    string      `json:"total_volume"`
		} `json:"data"`
	} `json:"item"`
}

var trendColumns = []tsv.Column[trend]{
	{Head: "id", Cell: func(t trend) any { return t.Item.ID }},
	{Head: "symbol", Cell: func(t trend) any { return t.Item.Symbol }},
	{Head: "name", Cell: func(t trend) any { return t.Item.Name }},
	{Head: "market_cap_rank", Cell: func(t trend) any { return t.Item.Rank }},
	{Head: "price_usd", Cell: func(t trend) any { return t.Item.Data.Price }},
	{Head: "change_24h_percent", Cell: func(t trend) any { return t.Item.Data.Change.usd() }},
	{Head: "market_cap", Cell: func(t trend) any { return t.Item.Data.MarketCap }},
	{Head: "volume_24h", Cell: func(t trend) any { return t.Item.Data.Volume }},
}

func trending(ctx context.Context, a connector.Account, args limitArgs) (string, error) {
	var answer struct {
		Coins []trend `json:"coins"`
	}
	err := coingecko.API.Get(ctx, a, rest.At("/search/trending"), nil, &answer)
	return tsv.Write(trendColumns, answer.Coins, tsv.Show{Limit: args.Limit, Empty: "CoinGecko names no trending coin", Rest: tsv.Raise(len(answer.Coins), args.Limit)}), err
}
