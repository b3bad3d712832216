package dexpaprika

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

type poolRow struct {
	listing
	Price     json.Number `json:"price_usd"`
	Change    json.Number `json:"price_change_percentage_24h"`
	Volume    json.Number `json:"volume_usd_24h"`
	Trades    json.Number `json:"transactions_24h"`
	Liquidity json.Number `json:"liquidity_usd"`
	Fee       json.Number `json:"fee"`
}

var poolColumns = []tsv.Column[poolRow]{
	{Head: "pool", Cell: func(p poolRow) any { return p.ID }},
	{Head: "dex", Cell: func(p poolRow) any { return p.Dex }, Max: maxName},
	{Head: "pair", Cell: func(p poolRow) any { return p.pair() }},
	{Head: "price_usd", Cell: func(p poolRow) any { return p.Price }},
	{Head: "change_24h_pct", Cell: func(p poolRow) any { return p.Change }},
	{Head: "volume_24h_usd", Cell: func(p poolRow) any { return p.Volume }},
	{Head: "txns_24h", Cell: func(p poolRow) any { return p.Trades }},
	{Head: "liquidity_usd", Cell: func(p poolRow) any { return p.Liquidity }},
	{Head: "fee", Cell: func(p poolRow) any { return p.Fee }},
	{Head: "created_at", Cell: func(p poolRow) any { return tsv.When(p.Created) }},
}

type poolsArgs struct {
	Network   string      `json:"network"`
	Token     string      `json:"token"`
	Dex       string      `json:"dex"`
	Liquidity json.Number `json:"min_liquidity_usd"`
	Volume    json.Number `json:"min_volume_24h_usd"`
	Order     string      `json:"order_by"`
	Sort      string      `json:"sort"`
	Limit     int         `json:"limit"`
	Cursor    string      `json:"cursor"`
}

const poolsSchema = `{"type":"object","properties":{` + networkProperty + `,
	"token":{"type":"string","description":"only pools with the token of this address"},
	"dex":{"type":"string","description":"only pools of this exchange, by its id: uniswap_v3"},
	"min_liquidity_usd":{"type":"number","minimum":0,"description":"only pools with at least this much liquidity, in US dollars"},
	"min_volume_24h_usd":{"type":"number","minimum":0,"description":"only pools with at least this volume in 24 hours, in US dollars"},
	"order_by":{"type":"string","enum":["volume_usd_24h","volume_usd_7d","volume_usd_30d","liquidity_usd","txns_24h","created_at","price_usd","price_change_percentage_24h","price_change_percentage_6h","price_change_percentage_1h","price_change_percentage_5m"],"description":"volume_usd_24h by default"},
	"sort":{"type":"string","enum":["asc","desc"],"description":"desc by default"},
	` + limitProperty + `,` + cursorProperty + `},"required":["network"],"additionalProperties":false}`

func pools(ctx context.Context, a connector.Account, args poolsArgs) (string, error) {
	var page struct {
		Results []poolRow `json:"results"`
		Next    bool      `json:"has_next_page"`
		Cursor  string    `json:"next_cursor"`
	}
	path := rest.At("/networks/{network}/pools/search", strings.ToLower(args.Network))
	if err := vendor.Get(ctx, a, path, args.query(), &page); err != nil {
		return "", err
	}
	show := tsv.Show{Limit: args.Limit, Empty: args.empty()}
	if page.Next && page.Cursor != "" {
		show.More = "pass cursor " + page.Cursor + " for more"
	}
	return tsv.Write(poolColumns, page.Results, show), nil
}

func (p poolsArgs) query() url.Values {
	q := url.Values{
		"limit":    {strconv.Itoa(tsv.Rows(p.Limit))},
		"order_by": {cmp.Or(p.Order, "volume_usd_24h")},
		"sort":     {cmp.Or(p.Sort, "desc")},
	}
	for name, value := range map[string]string{
		"token_address": p.Token, "dex_name": p.Dex, "cursor": p.Cursor,
		"liquidity_usd_min": tsv.Number(p.Liquidity), "volume_usd_24h_min": tsv.Number(p.Volume),
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

// empty says what was asked: an unknown token or exchange is no error there.
func (p poolsArgs) empty() string {
	said := "no pools on " + p.Network
	if p.Token != "" {
		said += " with the token " + p.Token
	}
	if p.Dex != "" {
		said += " of the exchange " + p.Dex + ", which is named by its id, such as uniswap_v3"
	}
	if p.Liquidity != "" {
		said += ", with at least " + tsv.Number(p.Liquidity) + " USD of liquidity"
	}
	if p.Volume != "" {
		said += ", with at least " + tsv.Number(p.Volume) + " USD of volume in 24 hours"
	}
	return said
}
