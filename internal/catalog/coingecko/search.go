package coingecko

import (
	"context"
	"fmt"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

const searchSchema = `{"type":"object","properties":{
	"query":{"type":"string","minLength":1,"maxLength":200,"description":"name or symbol of a coin, or a part of it"},
	` + limitProperty + `},"required":["query"],"additionalProperties":false}`

type searchArgs struct {
	Query string `json:"query"`
	Limit int    `json:"limit"`
}

var searchColumns = []tsv.Column[coingecko.Coin]{
	{Head: "id", Cell: func(c coingecko.Coin) any { return c.ID }},
	{Head: "symbol", Cell: func(c coingecko.Coin) any { return c.Symbol }},
	{Head: "name", Cell: func(c coingecko.Coin) any { return c.Name }},
	{Head: "market_cap_rank", Cell: func(c coingecko.Coin) any { return c.Rank }},
}

func search(ctx context.Context, a connector.Account, args searchArgs) (string, error) {
	coins, err := coingecko.Search(ctx, a, args.Query)
	return tsv.Write(searchColumns, coins, tsv.Show{Limit: args.Limit, Empty: fmt.Sprintf("no coin matches %q", args.Query), Rest: tsv.Raise(len(coins), args.Limit)}), err
}
