package dexpaprika

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "search", "Finds tokens, pools and exchanges across all networks, by name, symbol or address.", searchSchema, search),
		connector.Reading(a, "token", "Describes one token on a network: price, value, liquidity and trading.", tokenSchema, token),
		connector.Reading(a, "prices", "Quotes the prices of up to 10 tokens on a network, by address.", pricesSchema, prices),
		connector.Reading(a, "pool", "Describes one pool on a network: its tokens, price, fee and trading.", poolSchema, pool),
		connector.Reading(a, "pools", "Lists the pools of a network, by volume, liquidity, age or token.", poolsSchema, pools),
		connector.Reading(a, "ohlcv", "Shows a pool's candles, by default the last 24 hours in steps of 1 hour, at most 48. A free key gets steps of 10m and longer over 7 days.", ohlcvSchema, ohlcv),
		connector.Reading(a, "swaps", "Lists the latest swaps in a pool. May need a paid plan.", swapsSchema, swaps),
	}
}
