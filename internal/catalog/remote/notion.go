package remote

import "github.com/guildsbox/guilds/internal/connector"

// Notion is the home of an operator's long-lived records. The box registers
// itself with Notion's server as an OAuth client, so that no integration of the
// box is needed.
func Notion() connector.Connector {
	return connector.Connector{
		Slug: "notion",
		Name: "Notion",
		URL:  "https://mcp.notion.com/mcp",
		Auth: connector.AuthOAuth,

		Description: "Searches, reads and writes the pages and databases of a Notion workspace through Notion's own MCP server.",
		Limitations: "Acts as the person who logs in, and reaches what that person reaches in the workspace. Notion decides which tools there are, and changes them at times.",
		SetupHint:   "Connect opens Notion's login page in a browser; there is no key to paste. Unless that browser runs on the box itself, set PUBLIC_BASE_URL to an https address, because Notion refuses plain http outside localhost.",
	}
}
