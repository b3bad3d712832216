package x

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares X.
func Connector() connector.Connector {
	return connector.Connector{
		Slug:   "x",
		Name:   "X",
		URL:    "https://api.x.com/2",
		Auth:   connector.AuthToken,
		Fields: []connector.Field{{Name: connector.Token, Label: "Bearer token", Help: "The app-only bearer token, exactly as X shows it, percent signs included.", Secret: true}},

		Description: "Searches recent posts and reads users and posts on X through its own API.",
		Limitations: "Read only. search reaches back 7 days. X bills for every post and user that it returns, shown or not, unless your plan covers it; a search returns at least 10 posts. Lists show 15 rows unless asked for more, at most 30; post text is cut at 280 characters.",
		SetupHint:   "Make an app in the X developer portal, developer.x.com, inside a project with API access, and copy its bearer token.",

		Check: check,
		Tools: tools,
	}
}
