package coingecko

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

var chartSchema = `{"type":"object","properties":{` + idProperty + "," + fmt.Sprintf(daysProperty, "7") + "," + currencyProperty + `},"required":["id"],"additionalProperties":false}`

type chartArgs struct {
	ID       string `json:"id"`
	Days     string `json:"days"`
	Currency string `json:"currency"`
}

// chart shows three series side by side, by the times of the prices. The interval is
// left to CoinGecko: choosing it is for the largest plans only.
func chart(ctx context.Context, a connector.Account, args chartArgs) (string, error) {
	currency := strings.ToLower(orDollar(args.Currency))
	query := url.Values{"vs_currency": {currency}, "days": {days(args.Days, "7")}}
	var answer struct {
		Prices  []point `json:"prices"`
		Caps    []point `json:"market_caps"`
		Volumes []point `json:"total_volumes"`
	}
	if err := coingecko.API.Get(ctx, a, rest.At("/coins/{id}/market_chart", args.ID), query, &answer); err != nil {
		return "", unknownCoin(args.ID, err)
	}
	caps, volumes := byTime(answer.Caps), byTime(answer.Volumes)
	show := sampled(len(answer.Prices))
	show.Empty = fmt.Sprintf("CoinGecko has no prices of %s in %s over %s days", args.ID, currency, query.Get("days"))
	return tsv.Write([]tsv.Column[point]{
		{Head: "time", Cell: func(p point) any { return p.at() }},
		{Head: "price_" + currency, Cell: func(p point) any { return p[1] }},
		{Head: "market_cap_" + currency, Cell: func(p point) any { return caps[p[0]] }},
		{Head: "volume_24h_" + currency, Cell: func(p point) any { return volumes[p[0]] }},
	}, tsv.Sample(answer.Prices), show), nil
}

func byTime(series []point) map[json.Number]json.Number {
	values := make(map[json.Number]json.Number, len(series))
	for _, p := range series {
		values[p[0]] = p[1]
	}
	return values
}
