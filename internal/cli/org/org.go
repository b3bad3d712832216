// Package org holds the commands about an organisation, the outermost scope below the platform.
package org

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/scope"
)

// New returns the command org.
func New(a *app.App) *cobra.Command {
	return scope.Commands(a, scope.Noun{
		Word:    "org",
		Plural:  "orgs",
		Level:   "organisation",
		About:   "An organisation is the outermost owner of guilds, logins and tools in a box.",
		Path:    "ORGANISATION",
		Example: "acme",
		Parts:   1,
	})
}
