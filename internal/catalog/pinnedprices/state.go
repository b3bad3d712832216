package pinnedprices

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

const currency = "usd"

type pinned struct {
	connector.Coin
	coingecko.Quote
}

var columns = []tsv.Column[pinned]{
	{Head: "id", Cell: func(p pinned) any { return p.ID }},
	{Head: "symbol", Cell: func(p pinned) any { return p.Symbol }},
	{Head: "name", Cell: func(p pinned) any { return p.Name }},
	{Head: "price_usd", Cell: func(p pinned) any { return p.Price }},
	{Head: "change_24h_percent", Cell: func(p pinned) any { return p.Change }},
	{Head: "quoted_at", Cell: func(p pinned) any { return p.At }},
}

// state quotes every pinned coin in one request.
func state(ctx context.Context, a connector.Account) (string, error) {
	if len(a.Coins) == 0 {
		return "", nil
	}
	var ids []string
	for _, c := range a.Coins {
		ids = append(ids, c.ID)
	}
	quotes, err := coingecko.Quotes(ctx, a, ids, currency)
	if err != nil {
		return "", err
	}
	var rows []pinned
	var missing []string
	for _, c := range a.Coins {
		quote, quoted := quotes[c.ID]
		if !quoted {
			missing = append(missing, c.ID)
			continue
		}
		rows = append(rows, pinned{c, quote})
	}
	show := tsv.Show{All: true}
	if len(missing) > 0 {
		show.More = "CoinGecko quotes no price of " + strings.Join(missing, ", ")
	}
	return fmt.Sprintf("Pinned prices, asked of CoinGecko at %s:\n%s", tsv.Time(time.Now()), tsv.Write(columns, rows, show)), nil
}
