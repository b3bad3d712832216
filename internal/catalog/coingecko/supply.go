package coingecko

import (
	"context"
	"fmt"
	"net/url"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

var supplySchema = `{"type":"object","properties":{` + idProperty + `,
	"kind":{"type":"string","enum":["circulating","total"],"description":"circulating by default"},
	` + fmt.Sprintf(daysProperty, "30") + `},"required":["id"],"additionalProperties":false}`

type supplyArgs struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Days string `json:"days"`
}

// supplyPaths are by the kind of supply.
var supplyPaths = map[string]string{
	"circulating": "/coins/{id}/circulating_supply_chart",
	"total":       "/coins/{id}/total_supply_chart",
}

func supply(ctx context.Context, a connector.Account, args supplyArgs) (string, error) {
	kind := args.Kind
	if kind == "" {
		kind = "circulating"
	}
	var answer map[string][]point
	query := url.Values{"days": {days(args.Days, "30")}}
	if err := coingecko.API.Get(ctx, a, rest.At(supplyPaths[kind], args.ID), query, &answer); err != nil {
		return "", unknownCoin(args.ID, err)
	}
	points := answer[kind+"_supply"]
	show := sampled(len(points))
	show.Empty = fmt.Sprintf("CoinGecko has no %s supply of %s over %s days", kind, args.ID, query.Get("days"))
	return tsv.Write([]tsv.Column[point]{
		{Head: "time", Cell: func(p point) any { return p.at() }},
		{Head: kind + "_supply", Cell: func(p point) any { return p[1] }},
	}, tsv.Sample(points), show), nil
}
