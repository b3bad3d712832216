package dexpaprika

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		declare(a, search, "search", "Finds tokens, pools and exchanges across all networks, by name, symbol or address.", searchSchema),
		declare(a, token, "token", "Describes one token on a network: price, value, liquidity and trading.", tokenSchema),
		declare(a, prices, "prices", "Quotes the prices of up to 10 tokens on a network, by address.", pricesSchema),
		declare(a, pool, "pool", "Describes one pool on a network: its tokens, price, fee and trading.", poolSchema),
		declare(a, pools, "pools", "Lists the pools of a network, by volume, liquidity, age or token.", poolsSchema),
		declare(a, ohlcv, "ohlcv", "Shows a pool's candles, by default the last 24 hours in steps of 1 hour, at most 48. A free key gets steps of 10m and longer over 7 days.", ohlcvSchema),
		declare(a, swaps, "swaps", "Lists the latest swaps in a pool. May need a paid plan.", swapsSchema),
	}
}

// declare makes a tool of what asks DexPaprika for an account.
func declare[A any](a connector.Account, ask func(context.Context, connector.Account, A) (string, error), name, doc, schema string) tool.Tool {
	spec := tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}
