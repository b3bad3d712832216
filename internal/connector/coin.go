package connector

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Coins lets the operator pin coins on a login: at least one at Connect, and others
// at any time after it.
type Coins struct {
	// Search returns the coins whose name or symbol fits.
	Search func(ctx context.Context, a Account, query string) ([]Coin, error)
	// Find returns the coins with these ids, in their order. Those that are not quoted
	// are named, all at once, by an error with the code invalid whose problems are at
	// "coins[0]" and so on.
	Find func(ctx context.Context, a Account, ids []string) ([]Coin, error)
}

// Coin is one coin that is pinned on a login, as CoinGecko names it.
type Coin struct {
	ID     string `json:"id"`
	Symbol string `json:"symbol"`
	Name   string `json:"name"`
}

// MaxCoins is how many coins one login pins (specification, "MCP client and OAuth").
const MaxCoins = 20

// CheckCoins returns what is wrong with ids of coins before anybody is asked.
func CheckCoins(ids []string) (problems []guild.Problem) {
	if len(ids) > MaxCoins {
		problems = append(problems, guild.Problem{Path: "coins", Message: fmt.Sprintf("%d coins are too many; a login pins at most %d", len(ids), MaxCoins)})
	}
	for i, id := range ids {
		wrong := ""
		switch {
		case id == "" || strings.ContainsAny(id, ", \t\r\n"):
			wrong = fmt.Sprintf("%q is not a CoinGecko id, such as bitcoin", id)
		case slices.Index(ids, id) < i:
			wrong = fmt.Sprintf("%q is there twice", id)
		}
		if wrong != "" {
			problems = append(problems, guild.Problem{Path: fmt.Sprintf("coins[%d]", i), Message: wrong})
		}
	}
	return problems
}
