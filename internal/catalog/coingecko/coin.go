package coingecko

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

const coinSchema = `{"type":"object","properties":{` + idProperty + `},"required":["id"],"additionalProperties":false}`

type coinArgs struct {
	ID string `json:"id"`
}

// byCurrency is a number in each currency.
type byCurrency map[string]json.Number

func (b byCurrency) usd() any { return b["usd"] }

// details is what is shown of a coin. Everything else that CoinGecko sends, such as
// images, links and descriptions, is left out.
type details struct {
	coingecko.Coin
	Categories  []string          `json:"categories"`
	Platforms   map[string]string `json:"platforms"` // contracts by chain; a coin of its own chain has an empty one
	GenesisDate string            `json:"genesis_date"`
	LastUpdated string            `json:"last_updated"`
	Market      struct {
		Price     byCurrency  `json:"current_price"`
		MarketCap byCurrency  `json:"market_cap"`
		Diluted   byCurrency  `json:"fully_diluted_valuation"`
		Volume    byCurrency  `json:"total_volume"`
		High      byCurrency  `json:"high_24h"`
		Low       byCurrency  `json:"low_24h"`
		Highest   byCurrency  `json:"ath"`
		Lowest    byCurrency  `json:"atl"`
		Day       json.Number `json:"price_change_percentage_24h"`
		Week      json.Number `json:"price_change_percentage_7d"`
		Month     json.Number `json:"price_change_percentage_30d"`
		Year      json.Number `json:"price_change_percentage_1y"`
		Circulate json.Number `json:"circulating_supply"`
		Total     json.Number `json:"total_supply"`
		Max       json.Number `json:"max_supply"`
	} `json:"market_data"`
}

// leftOut is what CoinGecko is told not to send.
var leftOut = url.Values{
	"localization": {"false"}, "tickers": {"false"}, "community_data": {"false"}, "developer_data": {"false"}, "sparkline": {"false"},
}

func coin(ctx context.Context, a connector.Account, args coinArgs) (string, error) {
	var d details
	if err := coingecko.API.Get(ctx, a, rest.At("/coins/{id}", args.ID), leftOut, &d); err != nil {
		return "", unknownCoin(args.ID, err)
	}
	m := d.Market
	return tsv.Fields([]tsv.Field{
		{Name: "id", Value: d.ID},
		{Name: "symbol", Value: d.Symbol},
		{Name: "name", Value: d.Name},
		{Name: "market_cap_rank", Value: d.Rank},
		{Name: "categories", Value: d.Categories},
		{Name: "contracts", Value: d.contracts(), Max: 1000},
		{Name: "genesis_date", Value: d.GenesisDate},
		{Name: "price_usd", Value: m.Price.usd()},
		{Name: "market_cap_usd", Value: m.MarketCap.usd()},
		{Name: "fully_diluted_valuation_usd", Value: m.Diluted.usd()},
		{Name: "volume_24h_usd", Value: m.Volume.usd()},
		{Name: "high_24h_usd", Value: m.High.usd()},
		{Name: "low_24h_usd", Value: m.Low.usd()},
		{Name: "all_time_high_usd", Value: m.Highest.usd()},
		{Name: "all_time_low_usd", Value: m.Lowest.usd()},
		{Name: "change_24h_percent", Value: m.Day},
		{Name: "change_7d_percent", Value: m.Week},
		{Name: "change_30d_percent", Value: m.Month},
		{Name: "change_1y_percent", Value: m.Year},
		{Name: "circulating_supply", Value: m.Circulate},
		{Name: "total_supply", Value: m.Total},
		{Name: "max_supply", Value: m.Max},
		{Name: "last_updated", Value: d.LastUpdated},
	}...), nil
}

func (d details) contracts() []string {
	var all []string
	for _, chain := range slices.Sorted(maps.Keys(d.Platforms)) {
		if chain != "" && d.Platforms[chain] != "" {
			all = append(all, chain+" "+d.Platforms[chain])
		}
	}
	return all
}
