package dexpaprika

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

type price struct {
	ID      string      `json:"id"`
	Price   json.Number `json:"price_usd"`
	Updated string      `json:"last_updated"`
}

var priceColumns = []tsv.Column[price]{
	{Head: "address", Cell: func(p price) any { return p.ID }},
	{Head: "price_usd", Cell: func(p price) any { return p.Price }},
	{Head: "updated", Cell: func(p price) any { return tsv.When(p.Updated) }},
}

type pricesArgs struct {
	Network   string   `json:"network"`
	Addresses []string `json:"addresses"`
}

// The vendor takes 10 addresses, and 2000 characters for them all with commas.
const pricesSchema = `{"type":"object","properties":{` + networkProperty + `,
	"addresses":{"type":"array","minItems":1,"maxItems":10,"items":{"type":"string","pattern":"^[^,\\s]+$","maxLength":199},"description":"addresses of tokens on the network"}
	},"required":["network","addresses"],"additionalProperties":false}`

func prices(ctx context.Context, a connector.Account, args pricesArgs) (string, error) {
	var quoted []price
	path := rest.At("/networks/{network}/multi/prices", strings.ToLower(args.Network))
	if err := vendor.Get(ctx, a, path, url.Values{"tokens": {strings.Join(args.Addresses, ",")}}, &quoted); err != nil {
		return "", err
	}
	show := tsv.Show{All: true}
	if missing := unquoted(args.Addresses, quoted); len(missing) > 0 {
		show.More = "no price on " + args.Network + " for " + strings.Join(missing, ", ")
	}
	return tsv.Write(priceColumns, quoted, show), nil
}

// unquoted returns the addresses without a price: the vendor leaves them out. It
// writes those of EVM networks in lower case, whatever was asked.
func unquoted(asked []string, quoted []price) []string {
	return slices.DeleteFunc(slices.Clone(asked), func(address string) bool {
		return slices.ContainsFunc(quoted, func(p price) bool { return strings.EqualFold(p.ID, address) })
	})
}
