// Package agent holds the commands about an agent, one member of a guild.
package agent

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/scope"
)

// New returns the command agent.
func New(a *app.App) *cobra.Command {
	return scope.Commands(a, scope.Noun{
		Word:    "agent",
		Plural:  "agents",
		Level:   "agent",
		About:   "An agent is one member of a guild, which does the work.",
		Path:    "ORGANISATION/GUILD/AGENT",
		Example: "acme/research/scout",
		Parts:   3,
	})
}
