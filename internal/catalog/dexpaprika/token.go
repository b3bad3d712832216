package dexpaprika

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

type tokenAnswer struct {
	identity
	Decimals json.Number `json:"decimals"`
	Supply   json.Number `json:"total_supply"`
	Added    string      `json:"added_at"`
	Updated  string      `json:"last_updated"`
	Summary  struct {
		Price     json.Number `json:"price_usd"`
		Value     json.Number `json:"fdv"`
		Liquidity json.Number `json:"liquidity_usd"`
		Pools     json.Number `json:"pools"`
		windows
	} `json:"summary"`
}

type tokenArgs struct {
	Network string `json:"network"`
	Address string `json:"address"`
}

const tokenSchema = `{"type":"object","properties":{` + networkProperty + `,
	"address":{"type":"string","minLength":1,"description":"address of the token on the network"}
	},"required":["network","address"],"additionalProperties":false}`

func token(ctx context.Context, a connector.Account, args tokenArgs) (string, error) {
	var t tokenAnswer
	if err := vendor.Get(ctx, a, rest.At("/networks/{network}/tokens/{address}", strings.ToLower(args.Network), args.Address), nil, &t); err != nil {
		return "", err
	}
	return tsv.Fields(
		tsv.Field{Name: "id", Value: t.ID},
		tsv.Field{Name: "symbol", Value: t.Symbol, Max: maxName},
		tsv.Field{Name: "name", Value: t.Name, Max: maxName},
		tsv.Field{Name: "network", Value: t.Chain},
		tsv.Field{Name: "price_usd", Value: t.Summary.Price},
		tsv.Field{Name: "fdv_usd", Value: t.Summary.Value},
		tsv.Field{Name: "liquidity_usd", Value: t.Summary.Liquidity},
		tsv.Field{Name: "pools", Value: t.Summary.Pools},
		tsv.Field{Name: "decimals", Value: t.Decimals},
		tsv.Field{Name: "total_supply_raw", Value: t.Supply}, // in units of the last decimal
		tsv.Field{Name: "added_at", Value: tsv.When(t.Added)},
		tsv.Field{Name: "last_updated", Value: tsv.When(t.Updated)},
	) + "\n\n" + t.Summary.table(), nil
}
