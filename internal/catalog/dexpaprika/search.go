package dexpaprika

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

// found is what matches a search: tokens, pools and exchanges.
type found struct {
	Tokens []struct {
		identity
		Price     json.Number `json:"price_usd"`
		Change    json.Number `json:"price_usd_change"`
		Volume    json.Number `json:"volume_usd"`
		Liquidity json.Number `json:"liquidity_usd"`
		Value     json.Number `json:"fdv"`
	} `json:"tokens"`
	Pools []struct {
		listing
		Price  json.Number `json:"price_usd"`
		Change json.Number `json:"last_price_change_usd_24h"`
		Volume json.Number `json:"volume_usd"`
	} `json:"pools"`
	Dexes []struct {
		ID     string      `json:"id"`
		DexID  string      `json:"dex_id"`
		Name   string      `json:"dex_name"`
		Chain  string      `json:"chain"`
		Volume json.Number `json:"volume_usd_24h"`
	} `json:"dexes"`
}

// hit is a row of a search, of whatever kind.
type hit struct {
	kind, network, id, symbol, name         string
	price, change, volume, liquidity, value json.Number
}

var hitColumns = []tsv.Column[hit]{
	{Head: "kind", Cell: func(h hit) any { return h.kind }},
	{Head: "network", Cell: func(h hit) any { return h.network }},
	{Head: "id", Cell: func(h hit) any { return h.id }},
	{Head: "symbol", Cell: func(h hit) any { return h.symbol }, Max: maxName},
	{Head: "name", Cell: func(h hit) any { return h.name }, Max: maxName},
	{Head: "price_usd", Cell: func(h hit) any { return h.price }},
	{Head: "change_24h_pct", Cell: func(h hit) any { return h.change }},
	{Head: "volume_24h_usd", Cell: func(h hit) any { return h.volume }},
	{Head: "liquidity_usd", Cell: func(h hit) any { return h.liquidity }},
	{Head: "fdv_usd", Cell: func(h hit) any { return h.value }},
}

// hits returns the rows of one kind, or of all where kind is empty.
func (f found) hits(kind string) []hit {
	var all []hit
	for _, t := range f.Tokens {
		all = append(all, hit{"token", t.Chain, t.ID, t.Symbol, t.Name, t.Price, t.Change, t.Volume, t.Liquidity, t.Value})
	}
	for _, p := range f.Pools {
		all = append(all, hit{kind: "pool", network: p.Chain, id: p.ID, symbol: p.pair(), name: p.Dex, price: p.Price, change: p.Change, volume: p.Volume})
	}
	for _, d := range f.Dexes {
		// The id that other tools take is that of the exchange, where there are two.
		id := d.DexID
		if id == "" {
			id = d.ID
		}
		all = append(all, hit{kind: "dex", network: d.Chain, id: id, name: d.Name, volume: d.Volume})
	}
	var kept []hit
	for _, h := range all {
		if kind == "" || h.kind == kind {
			kept = append(kept, h)
		}
	}
	return kept
}

type searchArgs struct {
	Query string `json:"query"`
	Kind  string `json:"kind"`
	Limit int    `json:"limit"`
}

const searchSchema = `{"type":"object","properties":{
	"query":{"type":"string","minLength":1,"description":"name, symbol or address"},
	"kind":{"type":"string","enum":["token","pool","dex"],"description":"only this kind; all by default"},
	` + limitProperty + `},"required":["query"],"additionalProperties":false}`

func search(ctx context.Context, a connector.Account, args searchArgs) (string, error) {
	var answer found
	if err := vendor.Get(ctx, a, rest.At("/search"), url.Values{"query": {args.Query}}, &answer); err != nil {
		return "", err
	}
	hits, show := answer.hits(args.Kind), tsv.Show{Limit: args.Limit, Empty: fmt.Sprintf("nothing matches %q", args.Query)}
	show.Rest = tsv.Raise(len(hits), args.Limit)
	if args.Kind != "" {
		show.Empty = fmt.Sprintf("no %s matches %q", args.Kind, args.Query)
	} else if len(hits) > tsv.Rows(args.Limit) {
		show.More = fmt.Sprintf("found %d tokens, %d pools and %d exchanges; pass kind for one of them", len(answer.Tokens), len(answer.Pools), len(answer.Dexes))
	}
	return tsv.Write(hitColumns, hits, show), nil
}
