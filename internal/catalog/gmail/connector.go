package gmail

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/oauth"
)

// Connector declares Gmail.
func Connector() connector.Connector {
	return connector.Connector{
		Slug: "gmail",
		Name: "Gmail",
		URL:  "https://gmail.googleapis.com/gmail/v1",
		Auth: connector.AuthOAuth,

		Description: "Searches and reads the mail of one Google account, writes drafts and sends.",
		Limitations: "Cannot delete, archive or label mail: the login asks for gmail.readonly and gmail.compose only. Attachments are listed and not read, and what is written is plain text without any. send_message is off until you switch it on. While the Google client's consent screen is in Testing, a login ends after 7 days.",
		SetupHint:   "In Google Cloud, enable gmail.googleapis.com, make an OAuth client of the kind Web application and register PUBLIC_BASE_URL + /api/mcp/oauth/callback as its redirect URI. Set its id and secret as GMAIL_OAUTH_CLIENT_ID and GMAIL_OAUTH_CLIENT_SECRET. Connect opens Google's login page.",

		// A pattern and no name: a sending tool that comes later is off too.
		DefaultOff: []string{"*send*"},

		OAuth: &connector.OAuth{
			Server: oauth.Google(), ClientID: "GMAIL_OAUTH_CLIENT_ID", ClientSecret: "GMAIL_OAUTH_CLIENT_SECRET",
			Scopes: []string{"https://www.googleapis.com/auth/gmail.readonly", "https://www.googleapis.com/auth/gmail.compose"},
		},
		Check: address,
		Tools: tools,
	}
}
