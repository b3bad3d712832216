package drive

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/oauth"
)

// Connector declares Drive. It shares the Google client of Gmail, because one
// Google Cloud project serves both.
func Connector() connector.Connector {
	return connector.Connector{
		Slug: "drive",
		Name: "Drive",
		URL:  "https://drivemcp.googleapis.com/mcp/v1",
		Auth: connector.AuthOAuth,

		Description: "Finds, reads, downloads, copies and creates files in one Google Drive folder and all that lies below it.",
		Limitations: "Each login is kept to one folder, which may be a shared drive but not My Drive itself. Nothing can be deleted. Files of at most 5 MiB are created, and of at most 32 MiB downloaded; Google exports at most 10 MB of its own types. create_file and copy_file are off until you switch them on. The Google token behind the login could see the rest of the Drive, and Google treats its scope as a restricted one.",
		SetupHint:   "In Google Cloud, enable drive.googleapis.com and drivemcp.googleapis.com, make an OAuth client of the kind Web application and register PUBLIC_BASE_URL + /api/mcp/oauth/callback as its redirect URI. Set its id and secret as GMAIL_OAUTH_CLIENT_ID and GMAIL_OAUTH_CLIENT_SECRET. Connect opens Google's login page and then asks for the folder.",

		// Exact names and no pattern: they are the only two that write.
		DefaultOff: []string{"create_file", "copy_file"},

		OAuth: &connector.OAuth{
			Server: oauth.Google(), ClientID: "GMAIL_OAUTH_CLIENT_ID", ClientSecret: "GMAIL_OAUTH_CLIENT_SECRET",
			Scopes: []string{"https://www.googleapis.com/auth/drive"},
			// Only the tools' names come from the MCP server; every call goes here.
			API: api,
		},
		Folders: &connector.Folders{List: folders, Check: folder},
		Tools:   tools,
		// The specification has them published by the first listing.
		PublishedByListing: true,
	}
}
