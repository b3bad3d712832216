// Package github is the connector of GitHub, which lists no tools: agents reach
// their repositories with git and gh in the sandbox.
package github

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares GitHub. Its login is an installation of the box's own
// GitHub App, as the specification's section "GitHub" describes.
func Connector() connector.Connector {
	return connector.Connector{
		Slug: "github",
		Name: "GitHub",
		URL:  "https://api.github.com",
		Auth: connector.AuthOAuth,

		Description: "Lets coding agents clone, push and open pull requests in the repositories that you choose, with git and gh in their sandbox.",
		Limitations: "Offers no tools to the model. A login reaches only the repositories chosen on it, with read and write access to contents and pull requests. An organisation on GitHub may have to approve the App first; connect again after that.",
		SetupHint:   "Register a GitHub App for this box: repository permissions Contents and Pull requests (read and write) and Metadata (read), user authorization during installation, redirect on update, PUBLIC_BASE_URL + /api/mcp/oauth/callback as callback URL, no webhook. Set GITHUB_APP_ID, GITHUB_APP_SLUG, GITHUB_APP_PRIVATE_KEY, GITHUB_APP_CLIENT_ID and GITHUB_APP_CLIENT_SECRET.",

		App: true,
	}
}
