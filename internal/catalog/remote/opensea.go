package remote

import (
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// instantKeyTool is what OpenSea offers to a caller without a valid key.
const instantKeyTool = "get_instant_api_key"

// OpenSea is the data side of OpenSea. Trading belongs to the wallet, which
// talks to another API with a key of its own.
func OpenSea() connector.Connector {
	return connector.Connector{
		Slug:   "opensea",
		Name:   "OpenSea",
		URL:    "https://mcp.opensea.io/mcp",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: "token", Label: "API key", Help: "From opensea.io/settings/developer.", Secret: true}},
		Header: connector.Header{Name: "X-API-KEY"},

		Description: "Reads NFT collections, items, prices, drops, tokens and accounts from OpenSea through its own MCP server.",
		Limitations: "Nothing is bought or sold here: that is the Wallet connector. get_instant_api_key and eight tools that act for an account are off at first; those eight also fail when switched on, because the box logs in with an API key and not with a wallet. A free instant key is rate-limited and expires.",
		SetupHint:   "Make an API key at opensea.io/settings/developer. The separate MCP tokens that OpenSea used to issue are not API keys.",

		DefaultOff: openSeaOff(),
		Accept:     acceptOpenSea,
		Probe: &connector.Probe{
			Tool:      "search_collections",
			Arguments: `{"query":"art","limit":1}`,
			Refused:   refusedByOpenSea,
		},
	}
}

// refusedByOpenSea knows the refusal of a key among the failures of a call. The
// vendor says since autumn 2026 that its tools are listed without credentials,
// so a full list alone proves nothing.
func refusedByOpenSea(text string, failed bool) bool {
	text = strings.ToLower(text)
	return failed && (strings.Contains(text, "api key") || strings.Contains(text, "unauthorized") || strings.Contains(text, "401"))
}

// openSeaOff names the default-off overlay of the specification's section "MCP
// client and OAuth".
func openSeaOff() []string {
	return []string{
		instantKeyTool,
		"manage_collections",
		"get_favorites",
		"manage_watchlist",
		"manage_profile",
		"manage_wallets",
		"manage_drops",
		"check_drop_eligibility",
		"cancel_orders",
	}
}

// acceptOpenSea refuses a list that holds nothing but the tool for getting a
// key, as the specification asks. OpenSea answers an unknown key like a caller
// without one, instead of with an error.
func acceptOpenSea(remoteNames []string) error {
	for _, name := range remoteNames {
		if name != instantKeyTool {
			return nil
		}
	}
	return guild.Errorf(guild.CodeRejected, "OpenSea lists no tools for this API key besides %s, which is how it answers a key that it does not accept", instantKeyTool).
		WithHint("make an API key at opensea.io/settings/developer and connect again")
}
