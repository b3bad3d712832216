// Package model holds the commands about the models that agents can have, and about
// organisations' own keys for their providers.
package model

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
)

// New returns the command model.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "model",
		Aliases: []string{"models"},
		Short:   "List the models of the providers, and keep organisations' own keys",
		Long: "An agent's model is openrouter/ID or deepinfra/ID. Requests are sent with the key of\n" +
			"the agent's organisation, else with the box's (OPENROUTER_API_KEY,\nDEEPINFRA_API_KEY).",
		Example: "guildsctl model list --search claude\nguildsctl model key set openrouter --at acme",
	}
	return app.Group(cmd, list(a), key(a))
}
