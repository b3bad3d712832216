package catalog_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connector"
)

// row is what the specification fixes about a connector, lists in one string.
type row struct {
	Slug, Name, URL string
	Auth            connector.Auth
	Fields          string // a trailing ? marks an optional one
	Header          string
	Tools           string
	DefaultOff      string
	Connects        bool   // whether this version can connect it
	Scopes          string // that the browser login asks for, without Google's prefix
}

// specified is a transcription of the sections "Catalog, connections, bindings",
// "MCP client and OAuth", "GitHub" and "Integrations".
var specified = [...]row{
	{
		Slug: "notion", Name: "Notion", URL: "https://mcp.notion.com/mcp", Auth: "oauth", Connects: true,
	},
	{
		Slug: "drive", Name: "Drive", URL: "https://drivemcp.googleapis.com/mcp/v1", Auth: "oauth", Connects: true,
		Scopes:     "drive",
		DefaultOff: "create_file copy_file",
	},
	{
		Slug: "sentry", Name: "Sentry", URL: "https://mcp.sentry.dev/mcp", Auth: "oauth", Connects: true,
	},
	{
		Slug: "cigale", Name: "Cigale", URL: "https://api.cigale.ai/api/v1/public/mcp", Auth: "token",
		Fields: "token", Header: "Authorization: Bearer KEY", Connects: true,
	},
	{
		Slug: "opensea", Name: "OpenSea", URL: "https://mcp.opensea.io/mcp", Auth: "token",
		Fields: "token", Header: "X-API-KEY: KEY", Connects: true,
		DefaultOff: "get_instant_api_key manage_collections get_favorites manage_watchlist manage_profile " +
			"manage_wallets manage_drops check_drop_eligibility cancel_orders",
	},
	{
		Slug: "etherscan", Name: "Etherscan", URL: "https://mcp.etherscan.io/mcp", Auth: "token",
		Fields: "token", Header: "Authorization: Bearer KEY", Connects: true,
	},
	{
		Slug: "github", Name: "GitHub", URL: "https://api.github.com", Auth: "oauth", Connects: true,
	},
	{
		Slug: "coingecko", Name: "CoinGecko", URL: "https://pro-api.coingecko.com/api/v3", Auth: "token",
		Fields: "token", Connects: true,
		Tools: "search coin prices new movers supply chart trending",
	},
	{
		Slug: "pinned-prices", Name: "Pinned prices", URL: "https://pro-api.coingecko.com/api/v3", Auth: "token",
		Fields: "token", Connects: true,
	},
	{
		Slug: "wallet", Name: "Wallet", URL: "https://eth-mainnet.g.alchemy.com/v2", Auth: "token",
		Fields: "evm_private_key solana_private_key alchemy_api_key opensea_api_key uniswap_api_key?",
		Tools: "get_address get_balance send call submit swap opensea_buy opensea_list opensea_accept_offer " +
			"opensea_collection_offer opensea_cancel_order uniswap_swap",
		DefaultOff: "send call submit swap opensea_buy opensea_list opensea_accept_offer " +
			"opensea_collection_offer opensea_cancel_order uniswap_swap",
	},
	{
		Slug: "alchemy", Name: "Alchemy", URL: "https://eth-mainnet.g.alchemy.com/nft/v3", Auth: "token",
		Fields: "token", Connects: true,
		Tools: "holdings nft collection",
	},
	{
		Slug: "x", Name: "X", URL: "https://api.x.com/2", Auth: "token",
		Fields: "token", Connects: true,
		Tools: "search user posts post",
	},
	{
		Slug: "twitterapi", Name: "TwitterAPI.io", URL: "https://api.twitterapi.io", Auth: "token",
		Fields: "token", Connects: true,
		Tools: "search user posts post followers following mentions replies quotes trends",
	},
	{
		Slug: "qonto", Name: "Qonto", URL: "https://thirdparty.qonto.com", Auth: "token",
		Fields: "login secret_key", Connects: true,
		Tools: "list_bank_accounts list_missing_invoices get_transaction upload_invoice",
	},
	{
		Slug: "dexpaprika", Name: "DexPaprika", URL: "https://api.dexpaprika.com", Auth: "token",
		Fields: "token", Connects: true,
		Tools: "search token prices pool pools ohlcv swaps",
	},
	{
		Slug: "gmail", Name: "Gmail", URL: "https://gmail.googleapis.com/gmail/v1", Auth: "oauth", Connects: true,
		Scopes:     "gmail.readonly gmail.compose",
		Tools:      "search_threads get_thread get_message list_labels list_drafts create_draft send_message",
		DefaultOff: "*send*",
	},
}

func TestConnectorsAreWhatTheSpecificationSays(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(specified[:], describe(catalog.Connectors())); diff != "" {
		t.Errorf("the catalog (-specification +table):\n%s", diff)
	}
}

// describe reduces connectors to what the specification fixes about them.
func describe(connectors []connector.Connector) []row {
	var rows []row
	for _, c := range connectors {
		r := row{
			Slug: c.Slug, Name: c.Name, URL: c.URL, Auth: c.Auth,
			Fields:     fieldNames(c.Fields),
			Tools:      toolNames(c.PublishedTools()),
			DefaultOff: strings.Join(c.DefaultOff, " "),
			Connects:   c.Unbuilt == "",
		}
		if c.Header.Name != "" {
			r.Header = c.Header.Name + ": " + c.Header.Carry("KEY").Get(c.Header.Name)
		}
		if c.OAuth != nil {
			r.Scopes = strings.ReplaceAll(strings.Join(c.OAuth.Scopes, " "), "https://www.googleapis.com/auth/", "")
		}
		rows = append(rows, r)
	}
	return rows
}

func fieldNames(fields []connector.Field) string {
	var names []string
	for _, f := range fields {
		name := f.Name
		if f.Optional {
			name += "?"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func toolNames(tools []connector.PublishedTool) string {
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}
