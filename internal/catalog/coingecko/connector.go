// Package coingecko is the connector of the CoinGecko Pro API.
package coingecko

import (
	"context"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
)

// Connector declares CoinGecko.
func Connector() connector.Connector {
	return connector.Connector{
		Slug:   "coingecko",
		Name:   "CoinGecko",
		URL:    "https://pro-api.coingecko.com/api/v3",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: connector.Token, Label: "API key", Help: "A Pro API key; a Demo key is refused.", Secret: true}},

		Description: "Looks up coins, prices, price history, supply, new listings and market movers at CoinGecko.",
		Limitations: "Needs a paid Pro API key. new, movers and supply need the Analyst plan or above. Each call counts against the plan, failed ones too. Lists show 15 rows unless asked for more, at most 30; charts show 48 points.",
		SetupHint:   "Make a Pro API key in the CoinGecko developer dashboard, coingecko.com/en/developers/dashboard.",

		Check: func(ctx context.Context, a connector.Account) (string, error) { return "", coingecko.Ping(ctx, a) },
		Tools: tools,
	}
}
