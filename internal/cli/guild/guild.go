// Package guild holds the commands about a guild, a team of agents in an organisation.
package guild

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/scope"
)

// New returns the command guild.
func New(a *app.App) *cobra.Command {
	return scope.Commands(a, scope.Noun{
		Word:    "guild",
		Plural:  "guilds",
		Level:   "guild",
		About:   "A guild is a team of agents in an organisation that shares logins and tools.",
		Path:    "ORGANISATION/GUILD",
		Example: "acme/research",
		Parts:   2,
	})
}
