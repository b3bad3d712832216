package alchemy

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares Alchemy.
func Connector() connector.Connector {
	return connector.Connector{
		Slug:   "alchemy",
		Name:   "Alchemy",
		URL:    "https://eth-mainnet.g.alchemy.com/nft/v3",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: connector.Token, Label: "API key", Help: "The API key of an app at dashboard.alchemy.com.", Secret: true}},

		Description: "Reads which NFTs an address holds, and what is known of an NFT or a collection, from Alchemy.",
		Limitations: "Read only, without images. Chains: ethereum, polygon, base, arbitrum, bsc, optimism, ink, robinhood, and solana for holdings; Alchemy does not promise its NFT API on bsc and ink and may refuse there. ENS names work on ethereum only. Lists show 15 rows unless asked for more, at most 30. Each call counts against the Alchemy plan.",
		SetupHint:   "Make an app at dashboard.alchemy.com with the chains that you need switched on, and copy its API key.",

		Check: check,
		Tools: tools,
	}
}
