// Package coin holds the commands about the coins of a Pinned prices login.
package coin

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command coin.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "coin",
		Aliases: []string{"coins"},
		Short:   "Search, list, pin and unpin the coins of a Pinned prices login",
		Long:    "Every run of an agent with a Pinned prices login starts with the prices of its\ncoins, at most 20. A narrower scope inherits them until it connects a login of its\nown. Coins go by their CoinGecko ids.",
		Example: "guildsctl coin search ether --at acme\nguildsctl coin pin bitcoin ethereum --at acme",
	}
	return app.Group(cmd, search(a), list(a), pin(a), unpin(a))
}

// slug is the connector that these commands are about.
const slug = "pinned-prices"

// columns are those of a list of coins.
var columns = []print.Column[api.Coin]{
	{Head: "ID", Value: func(c api.Coin) any { return c.ID }},
	{Head: "Symbol", Value: func(c api.Coin) any { return c.Symbol }},
	{Head: "Name", Value: func(c api.Coin) any { return c.Name }},
}

// needIDs checks that a command is given at least one coin.
func needIDs(_ *cobra.Command, ids []string) error {
	if len(ids) == 0 {
		return app.Usage("guildsctl coin search QUERY --at SCOPE finds ids", "name at least one coin by its CoinGecko id")
	}
	return nil
}
