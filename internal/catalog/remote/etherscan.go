package remote

import (
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
)

// Etherscan has no Accept: nothing that its server lists is known to tell a
// wrong key from a right one. It is asked for one balance instead, whose answer
// repeats what API V2 says of a wrong key.
func Etherscan() connector.Connector {
	return connector.Connector{
		Slug:   "etherscan",
		Name:   "Etherscan",
		URL:    "https://mcp.etherscan.io/mcp",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: "token", Label: "API key", Help: "The key of Etherscan API V2.", Secret: true}},
		Header: connector.Header{Name: "Authorization", Scheme: "Bearer"},

		Description: "Reads balances, transactions, token transfers, contract sources and event logs of EVM chains from Etherscan through its own MCP server.",
		Limitations: "Public onchain data, read only. Some tools and some chains need a paid Etherscan plan. Each call counts against the quota of the key.",
		SetupHint:   "Make an API key in your Etherscan account under API Keys. A key for API V2 serves here too.",

		Probe: &connector.Probe{
			Tool:      "get_native_balance",
			Arguments: `{"chainid":"1","address":"0x0000000000000000000000000000000000000000"}`,
			Refused:   func(text string, _ bool) bool { return strings.Contains(text, "Invalid API Key") },
		},
	}
}
