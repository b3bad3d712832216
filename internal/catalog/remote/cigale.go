package remote

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// Cigale publishes ten tools whose remote names are known only to its server,
// so the description tells what they do and Tools stays empty.
func Cigale() connector.Connector {
	return connector.Connector{
		Slug:   "cigale",
		Name:   "Cigale",
		URL:    "https://api.cigale.ai/api/v1/public/mcp",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: "token", Label: "API key", Help: "The API key of your Cigale account.", Secret: true}},
		Header: connector.Header{Name: "Authorization", Scheme: "Bearer"},

		Description: "Ten tools around tweets: search in a knowledge base of about five months, semantic search of the last 24 hours, reply drafts from a Cigale agent or campaign, trend reports, reply opportunities, and view forecasts.",
		Limitations: "Names and arguments of the tools are Cigale's own, and show after Connect.",
		SetupHint:   "Paste the API key of your Cigale account.",

		Accept: acceptCigale,
	}
}

// acceptCigale refuses an empty list. The vendor does not document how it
// answers a wrong key; a server that publishes ten tools and lists none to a
// login has not let that login in, and a connected login without tools would
// be a success that does nothing.
func acceptCigale(remoteNames []string) error {
	if len(remoteNames) > 0 {
		return nil
	}
	return guild.Errorf(guild.CodeRejected, "Cigale lists no tools for this API key, where a valid one gets ten").
		WithHint("check the API key in your Cigale account and connect again")
}
