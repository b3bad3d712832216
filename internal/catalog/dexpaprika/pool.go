package dexpaprika

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

type poolAnswer struct {
	listing
	Base     string      `json:"base_token_id"`
	Quote    string      `json:"quote_token_id"`
	Price    json.Number `json:"last_price"`
	PriceUSD json.Number `json:"last_price_usd"`
	Fee      json.Number `json:"fee"`
	PriceAt  string      `json:"price_time"`
	windows
}

type poolArgs struct {
	Network  string `json:"network"`
	Pool     string `json:"pool"`
	Inversed bool   `json:"inversed"`
}

const poolSchema = `{"type":"object","properties":{` + networkProperty + `,` + poolProperty + `,` + inverseProperty + `},
	"required":["network","pool"],"additionalProperties":false}`

func pool(ctx context.Context, a connector.Account, args poolArgs) (string, error) {
	var p poolAnswer
	if err := vendor.Get(ctx, a, below(args.Network, args.Pool, ""), inversed(args.Inversed), &p); err != nil {
		return "", err
	}
	return tsv.Fields(
		tsv.Field{Name: "id", Value: p.ID},
		tsv.Field{Name: "network", Value: p.Chain},
		tsv.Field{Name: "dex", Value: p.Dex, Max: maxName},
		tsv.Field{Name: "pair", Value: p.pair()},
		tsv.Field{Name: "base_token", Value: p.Base},
		tsv.Field{Name: "quote_token", Value: p.Quote},
		tsv.Field{Name: "price", Value: p.Price},
		tsv.Field{Name: "price_usd", Value: p.PriceUSD},
		tsv.Field{Name: "price_time", Value: tsv.When(p.PriceAt)},
		tsv.Field{Name: "fee", Value: p.Fee},
		tsv.Field{Name: "created_at", Value: tsv.When(p.Created)},
	) + "\n\n" + tsv.Write(tokenColumns, p.Tokens, tsv.Show{Empty: "its tokens are not said"}) +
		"\n\n" + p.table(), nil
}

// tokenColumns show the tokens of a pool.
var tokenColumns = []tsv.Column[identity]{
	{Head: "token", Cell: func(t identity) any { return t.ID }},
	{Head: "symbol", Cell: func(t identity) any { return t.Symbol }, Max: maxName},
	{Head: "name", Cell: func(t identity) any { return t.Name }, Max: maxName},
}

func inversed(is bool) url.Values {
	if !is {
		return url.Values{}
	}
	return url.Values{"inversed": {"true"}}
}
