package coingecko

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

const newSchema = `{"type":"object","properties":{` + limitProperty + `},"additionalProperties":false}`

type limitArgs struct {
	Limit int `json:"limit"`
}

type listedCoin struct {
	coingecko.Coin
	ActivatedAt json.Number `json:"activated_at"` // seconds
}

var newColumns = []tsv.Column[listedCoin]{
	{Head: "id", Cell: func(c listedCoin) any { return c.ID }},
	{Head: "symbol", Cell: func(c listedCoin) any { return c.Symbol }},
	{Head: "name", Cell: func(c listedCoin) any { return c.Name }},
	{Head: "listed_at", Cell: func(c listedCoin) any { return coingecko.Seconds(c.ActivatedAt) }},
}

func newest(ctx context.Context, a connector.Account, args limitArgs) (string, error) {
	var coins []listedCoin
	err := coingecko.API.Get(ctx, a, rest.At("/coins/list/new"), nil, &coins)
	return tsv.Write(newColumns, coins, tsv.Show{Limit: args.Limit, Empty: "CoinGecko names no new coin", Rest: tsv.Raise(len(coins), args.Limit)}), err
}
