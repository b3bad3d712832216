package coingecko

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		declare(a, search, "search", "Finds coins by name or symbol and gives their CoinGecko ids.", searchSchema),
		declare(a, coin, "coin", "Describes one coin in US dollars: price, market value, volume, highs and lows, changes, supply and contract addresses.", coinSchema),
		declare(a, prices, "prices", "Quotes the current prices of coins by their CoinGecko ids.", pricesSchema),
		declare(a, newest, "new", "Lists the coins that CoinGecko listed last, the newest first. Needs the Analyst plan or above.", newSchema),
		declare(a, movers, "movers", "Lists the coins that gained and lost most over a period. Needs the Analyst plan or above.", moversSchema),
		declare(a, supply, "supply", "Shows a coin's circulating or total supply over time, at most 48 points. Needs the Analyst plan or above.", supplySchema),
		declare(a, chart, "chart", "Shows a coin's price, market value and volume over time, at most 48 points.", chartSchema),
		declare(a, trending, "trending", "Lists the coins that people search for most on CoinGecko at the moment.", trendingSchema),
	}
}

// declare makes a tool of what asks CoinGecko for an account.
func declare[A any](a connector.Account, ask func(context.Context, connector.Account, A) (string, error), name, doc, schema string) tool.Tool {
	spec := tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
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

// unknownCoin says which coin is not there.
func unknownCoin(id string, err error) error {
	if guild.CodeOf(err) != guild.CodeNotFound {
		return err
	}
	return guild.Errorf(guild.CodeNotFound, "CoinGecko has no coin with the id %q; the tool search finds ids by name or symbol", id)
}
