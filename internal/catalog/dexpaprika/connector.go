package dexpaprika

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares DexPaprika.
func Connector() connector.Connector {
	return connector.Connector{
		Slug:   "dexpaprika",
		Name:   "DexPaprika",
		URL:    "https://api.dexpaprika.com",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: connector.Token, Label: "API key", Help: "A free or a paid DexPaprika key.", Secret: true}},

		Description: "Looks up tokens, pools, prices, candles and swaps on decentralised exchanges at DexPaprika.",
		Limitations: "Read only. Each request costs a credit, and prices costs one for each token. A free key gets candles of 10 minutes and longer over 7 days; swaps may need a paid plan. Lists show 15 rows unless asked for more, at most 30; longer series of candles are merged into 48.",
		SetupHint:   "Make an API key in your DexPaprika account; a free one is enough for most tools. The box finds out by itself whether the key is a paid one.",

		Check: check,
		Tools: tools,
	}
}
