package pinnedprices

import (
	"context"
	"fmt"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
)

func search(ctx context.Context, a connector.Account, query string) ([]connector.Coin, error) {
	found, err := coingecko.Search(ctx, a, query)
	var coins []connector.Coin
	for _, c := range found {
		coins = append(coins, clean(c))
	}
	return coins, err
}

// find refuses the coins that CoinGecko does not quote, which it leaves out of its
// answer without a word.
func find(ctx context.Context, a connector.Account, ids []string) ([]connector.Coin, error) {
	quotes, err := coingecko.Quotes(ctx, a, ids, currency)
	if err != nil {
		return nil, err
	}
	var problems []guild.Problem
	for i, id := range ids {
		if _, quoted := quotes[id]; !quoted {
			problems = append(problems, guild.Problem{
				Path: fmt.Sprintf("coins[%d]", i), Message: fmt.Sprintf("CoinGecko quotes no coin with the id %q; a search finds ids by name or symbol", id),
			})
		}
	}
	if err := guild.Invalid("the coins cannot be pinned", problems); err != nil {
		return nil, err
	}
	named, err := coingecko.Named(ctx, a, ids)
	var coins []connector.Coin
	for _, id := range ids {
		c := named[id]
		c.ID = id // a coin that is quoted may be on no list of markets
		coins = append(coins, clean(c))
	}
	return coins, err
}

// longest is how many bytes of a coin's name are kept.
const longest = 100

func clean(c coingecko.Coin) connector.Coin {
	return connector.Coin{ID: c.ID, Symbol: text.Line(c.Symbol, longest), Name: text.Line(c.Name, longest)}
}
