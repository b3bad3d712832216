package remote

import "github.com/guildsbox/guilds/internal/connector"

// Sentry follows the same path of dynamic registration as Notion.
func Sentry() connector.Connector {
	return connector.Connector{
		Slug: "sentry",
		Name: "Sentry",
		URL:  "https://mcp.sentry.dev/mcp",
		Auth: connector.AuthOAuth,

		Description: "Looks into the issues, events and projects of a Sentry organisation through Sentry's own MCP server.",
		Limitations: "Acts as the person who logs in. What that person grants on Sentry's page may include writing to projects, teams and events. Sentry may ask for a new login after 30 days.",
		SetupHint:   "Connect opens Sentry's login page in a browser; there is no key to paste.",
	}
}
