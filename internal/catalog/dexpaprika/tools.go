package dexpaprika

import "github.com/guildsbox/guilds/internal/connector"

// tools is the published copy, in the order of the specification.
func tools() []connector.PublishedTool {
	return []connector.PublishedTool{
		{Name: "search", Description: "Finds tokens, pools and exchanges across all networks."},
		{Name: "token", Description: "Describes one token on a network: price, value, liquidity and trading."},
		{Name: "prices", Description: "Quotes the prices of up to 10 tokens on a network, by address."},
		{Name: "pool", Description: "Describes one pool on a network: its tokens, price, fee and trading."},
		{Name: "pools", Description: "Lists the pools of a network, by volume, liquidity, age or token."},
		{Name: "ohlcv", Description: "Shows a pool's candles, by default the last 24 hours in steps of 1 hour."},
		{Name: "swaps", Description: "Lists the latest swaps in a pool."},
	}
}
