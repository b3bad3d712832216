package coingecko

import "github.com/guildsbox/guilds/internal/connector"

// tools is the published copy, in the order of the specification.
func tools() []connector.PublishedTool {
	return []connector.PublishedTool{
		{Name: "search", Description: "Finds coins by name or symbol and gives their CoinGecko ids."},
		{Name: "coin", Description: "Describes one coin: price, market value, volume, highs and lows, changes, supply and contract addresses."},
		{Name: "prices", Description: "Quotes the current prices of coins by their CoinGecko ids."},
		{Name: "new", Description: "Lists the coins that CoinGecko listed last. Needs the Analyst plan or above."},
		{Name: "movers", Description: "Lists the coins that gained and lost most over a period. Needs the Analyst plan or above."},
		{Name: "supply", Description: "Shows a coin's circulating or total supply over time. Needs the Analyst plan or above."},
		{Name: "chart", Description: "Shows a coin's price, market value and volume over time."},
		{Name: "trending", Description: "Lists the coins that people search for most on CoinGecko at the moment."},
	}
}
