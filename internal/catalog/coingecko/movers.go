package coingecko

import (
	"context"
	"net/url"
	"strings"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

const moversSchema = `{"type":"object","properties":{
	"side":{"type":"string","enum":["gainers","losers"],"description":"only the coins that gained, or only those that lost; half of each by default"},
	"duration":{"type":"string","enum":["1h","24h","7d","14d","30d","60d","1y"],"description":"the period, 24h by default"},
	"top_coins":{"type":"string","enum":["300","500","1000","all"],"description":"how many coins by market value are looked at, 1000 by default"},
	` + currencyProperty + "," + limitProperty + `},"additionalProperties":false}`

type moversArgs struct {
	Side     string `json:"side"`
	Duration string `json:"duration"`
	TopCoins string `json:"top_coins"`
	Currency string `json:"currency"`
	Limit    int    `json:"limit"`
}

// mover is a coin as the answer has it: its columns are named after the currency and
// the period.
type mover struct {
	side   string
	fields map[string]any
}

func moverColumns(currency, duration string) []tsv.Column[mover] {
	field := func(head, name string) tsv.Column[mover] {
		return tsv.Column[mover]{Head: head, Cell: func(m mover) any { return m.fields[name] }}
	}
	return []tsv.Column[mover]{
		{Head: "side", Cell: func(m mover) any { return m.side }},
		field("id", "id"), field("symbol", "symbol"), field("name", "name"), field("market_cap_rank", "market_cap_rank"),
		field("price_"+currency, currency), field("volume_24h_"+currency, currency+"_24h_vol"),
		field("change_"+duration+"_percent", currency+"_"+duration+"_change"),
	}
}

func movers(ctx context.Context, a connector.Account, args moversArgs) (string, error) {
	currency, duration := strings.ToLower(orDollar(args.Currency)), args.Duration
	if duration == "" {
		duration = "24h"
	}
	query := url.Values{"vs_currency": {currency}, "duration": {duration}}
	if args.TopCoins != "" {
		query.Set("top_coins", args.TopCoins)
	}
	var answer struct {
		Gainers []map[string]any `json:"top_gainers"`
		Losers  []map[string]any `json:"top_losers"`
	}
	if err := coingecko.API.Get(ctx, a, rest.At("/coins/top_gainers_losers"), query, &answer); err != nil {
		return "", err
	}
	limit := tsv.Rows(args.Limit)
	gainers, losers := share(args.Side, limit)
	rows := append(moved("gainer", answer.Gainers, gainers), moved("loser", answer.Losers, losers)...)
	return tsv.Write(moverColumns(currency, duration), rows, tsv.Show{Limit: limit, Empty: "CoinGecko names no mover over " + duration}), nil
}

// share returns how many rows each side gets.
func share(side string, limit int) (gainers, losers int) {
	switch side {
	case "gainers":
		return limit, 0
	case "losers":
		return 0, limit
	}
	return limit - limit/2, limit / 2
}

func moved(side string, coins []map[string]any, limit int) []mover {
	var rows []mover
	for _, fields := range coins[:min(limit, len(coins))] {
		rows = append(rows, mover{side, fields})
	}
	return rows
}
