package dexpaprika

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

// swap is a trade. Its volumes are amounts in whole tokens; the raw amounts beside
// them have no point, and more digits than a model can do anything with.
type swap struct {
	ID      string      `json:"id"`
	At      string      `json:"created_at"`
	Symbol0 string      `json:"token_0_symbol"`
	Symbol1 string      `json:"token_1_symbol"`
	Volume0 json.Number `json:"volume_0"`
	Volume1 json.Number `json:"volume_1"`
	Price0  json.Number `json:"price_0_usd"`
	Price1  json.Number `json:"price_1_usd"`
	Sender  string      `json:"sender"`
}

var swapColumns = []tsv.Column[swap]{
	{Head: "time", Cell: func(s swap) any { return tsv.When(s.At) }},
	{Head: "amount_0", Cell: func(s swap) any { return s.Volume0 }},
	{Head: "token_0", Cell: func(s swap) any { return s.Symbol0 }, Max: maxName},
	{Head: "price_0_usd", Cell: func(s swap) any { return s.Price0 }},
	{Head: "amount_1", Cell: func(s swap) any { return s.Volume1 }},
	{Head: "token_1", Cell: func(s swap) any { return s.Symbol1 }, Max: maxName},
	{Head: "price_1_usd", Cell: func(s swap) any { return s.Price1 }},
	{Head: "sender", Cell: func(s swap) any { return s.Sender }},
	{Head: "tx", Cell: func(s swap) any { return s.ID }},
}

// swapPage is an answer with a cursor, or with the number of its page.
type swapPage struct {
	Swaps []swap `json:"transactions"`
	Info  struct {
		Cursor string `json:"next_cursor"`
		Page   int    `json:"page"`
		Pages  int    `json:"total_pages"`
	} `json:"page_info"`
}

func (p swapPage) more() string {
	switch {
	case p.Info.Cursor != "":
		return "pass cursor " + p.Info.Cursor + " for older ones"
	case max(1, p.Info.Page) < p.Info.Pages:
		return fmt.Sprintf("pass page %d for older ones", max(1, p.Info.Page)+1)
	}
	return ""
}

type swapsArgs struct {
	Network string `json:"network"`
	Pool    string `json:"pool"`
	Limit   int    `json:"limit"`
	Cursor  string `json:"cursor"`
	Page    int    `json:"page"`
}

const swapsSchema = `{"type":"object","properties":{` + networkProperty + `,` + poolProperty + `,` + limitProperty + `,` + cursorProperty + `,
	"page":{"type":"integer","minimum":1,"maximum":1000,"description":"number of a page, where the page before names one instead of a cursor"}
	},"required":["network","pool"],"additionalProperties":false}`

func swaps(ctx context.Context, a connector.Account, args swapsArgs) (string, error) {
	q := url.Values{"limit": {strconv.Itoa(tsv.Rows(args.Limit))}}
	switch {
	case args.Cursor != "":
		q.Set("cursor", args.Cursor)
	case args.Page > 1:
		q.Set("page", strconv.Itoa(args.Page))
	}
	var page swapPage
	if err := vendor.Get(ctx, a, below(args.Network, args.Pool, "/transactions"), q, &page); err != nil {
		return "", err
	}
	return tsv.Write(swapColumns, page.Swaps, tsv.Show{Limit: args.Limit, Empty: fmt.Sprintf("no swaps in %s on %s", args.Pool, args.Network), More: page.more()}), nil
}
