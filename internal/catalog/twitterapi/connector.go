package twitterapi

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares TwitterAPI.io.
func Connector() connector.Connector {
	return connector.Connector{
		Slug:   "twitterapi",
		Name:   "TwitterAPI.io",
		URL:    "https://api.twitterapi.io",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: connector.Token, Label: "API key", Help: "From the dashboard at twitterapi.io.", Secret: true}},

		Description: "Searches posts and reads users, followers, replies, quotes and trends of X through TwitterAPI.io.",
		Limitations: "Read only. TwitterAPI.io has no ties to X Corp. Every post and profile that it returns costs credits, shown or not, and a free account may ask once in 5 seconds. search reaches back 24 hours. Lists show 15 rows unless asked for more, at most 30; post text is cut at 280 characters.",
		SetupHint:   "Make an account at twitterapi.io and copy the API key from its dashboard.",

		Check: check,
		Tools: tools,
	}
}
