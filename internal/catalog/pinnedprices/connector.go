// Package pinnedprices is the connector of Pinned prices: chosen coins that are
// quoted to an agent at every run start.
package pinnedprices

import (
	"context"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
)

// Connector declares Pinned prices. It shares CoinGecko's API and not its login,
// because a narrower scope's relogin brings its own list of coins.
func Connector() connector.Connector {
	return connector.Connector{
		Slug: "pinned-prices",
		Name: "Pinned prices",
		URL:  "https://pro-api.coingecko.com/api/v3",
		Auth: connector.AuthToken,
		// The coins are no field: each is a row of its own, checked against a
		// quote, and changes after Connect without a new login.
		Fields: []connector.Field{{
			Name: connector.Token, Label: "API key",
			Help:   "A CoinGecko Pro API key. Name the coins beside it with --coin ID, at least one and at most 20.",
			Secret: true,
		}},

		Description: "Puts the current prices of up to 20 chosen coins before an agent at the start of every run.",
		Limitations: "Offers no tools to the model; prices on demand are the CoinGecko connector. Only what CoinGecko quotes as a coin can be pinned, so a stock goes by its tokenised listing, such as an xStock. Every run start counts against the CoinGecko plan.",
		SetupHint:   "Make a Pro API key in the CoinGecko developer dashboard, coingecko.com/en/developers/dashboard, and name each coin by its CoinGecko id, such as --coin bitcoin --coin ethereum.",

		Check: func(ctx context.Context, a connector.Account) (string, error) { return "", coingecko.Ping(ctx, a) },
		Coins: &connector.Coins{Search: search, Find: find},
		State: state,
	}
}
