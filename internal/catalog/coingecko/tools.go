package coingecko

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "search", "Finds coins by name or symbol and gives their CoinGecko ids.", searchSchema, search),
		connector.Reading(a, "coin", "Describes one coin in US dollars: price, market value, volume, highs and lows, changes, supply and contract addresses.", coinSchema, coin),
		connector.Reading(a, "prices", "Quotes the current prices of coins by their CoinGecko ids.", pricesSchema, prices),
		connector.Reading(a, "new", "Lists the coins that CoinGecko listed last, the newest first. Needs the Analyst plan or above.", newSchema, newest),
		connector.Reading(a, "movers", "Lists the coins that gained and lost most over a period. Needs the Analyst plan or above.", moversSchema, movers),
		connector.Reading(a, "supply", "Shows a coin's circulating or total supply over time, at most 48 points. Needs the Analyst plan or above.", supplySchema, supply),
		connector.Reading(a, "chart", "Shows a coin's price, market value and volume over time, at most 48 points.", chartSchema, chart),
		connector.Reading(a, "trending", "Lists the coins that people search for most on CoinGecko at the moment.", trendingSchema, trending),
	}
}

// Properties that several schemas share.
const (
	idProperty       = `"id":{"type":"string","minLength":1,"maxLength":200,"description":"CoinGecko id of the coin, such as bitcoin; search finds it"}`
	limitProperty    = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	currencyProperty = `"currency":{"type":"string","minLength":2,"maxLength":10,"description":"currency of prices, such as usd, eur or btc; usd by default"}`
)

func orDollar(currency string) string {
	if currency == "" {
		return "usd"
	}
	return currency
}

// unknownCoin says which coin is not there, before CoinGecko's own words, which do not.
func unknownCoin(id string, err error) error {
	if guild.CodeOf(err) != guild.CodeNotFound {
		return err
	}
	return guild.Errorf(guild.CodeNotFound, "CoinGecko has no coin with the id %q (the tool search finds ids by name or symbol): %w", id, err)
}
