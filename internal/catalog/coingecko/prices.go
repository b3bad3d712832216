package coingecko

import (
	"context"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

const pricesSchema = `{"type":"object","properties":{
	"ids":{"type":"array","items":{"type":"string","minLength":1,"maxLength":200},"minItems":1,"maxItems":30,"description":"CoinGecko ids of coins, such as bitcoin; search finds them"},
	` + currencyProperty + `},"required":["ids"],"additionalProperties":false}`

type pricesArgs struct {
	IDs      []string `json:"ids"`
	Currency string   `json:"currency"`
}

type quoted struct {
	id string
	coingecko.Quote
}

func priceColumns(currency string) []tsv.Column[quoted] {
	return []tsv.Column[quoted]{
		{Head: "id", Cell: func(q quoted) any { return q.id }},
		{Head: "price_" + currency, Cell: func(q quoted) any { return q.Price }},
		{Head: "market_cap_" + currency, Cell: func(q quoted) any { return q.MarketCap }},
		{Head: "volume_24h_" + currency, Cell: func(q quoted) any { return q.Volume }},
		{Head: "change_24h_percent", Cell: func(q quoted) any { return q.Change }},
		{Head: "last_updated", Cell: func(q quoted) any { return q.At }},
	}
}

// prices quotes coins in the order in which they were asked for. CoinGecko leaves out
// without a word what it does not know.
func prices(ctx context.Context, a connector.Account, args pricesArgs) (string, error) {
	currency := strings.ToLower(orDollar(args.Currency))
	quotes, err := coingecko.Quotes(ctx, a, args.IDs, currency)
	if err != nil {
		return "", err
	}
	var rows []quoted
	var missing []string
	for _, id := range args.IDs {
		if quote, ok := quotes[id]; ok {
			rows = append(rows, quoted{id, quote})
		} else {
			missing = append(missing, fmt.Sprintf("%q", id))
		}
	}
	show := tsv.Show{All: true}
	if len(missing) > 0 {
		show.More = fmt.Sprintf("no price in %s for %s; search finds ids", currency, strings.Join(missing, ", "))
	}
	return tsv.Write(priceColumns(currency), rows, show), nil
}
