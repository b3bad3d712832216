package agent

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// shown are the lines of a single agent.
var shown = slices.Concat([]print.Column[api.Agent]{
	{Head: "Path", Value: func(g api.Agent) any { return g.Path }},
	{Head: "Name", Value: func(g api.Agent) any { return g.Name }},
	{Head: "Created", Value: func(g api.Agent) any { return g.CreatedAt }},
	{Head: "Id", Value: func(g api.Agent) any { return g.ID }},
}, settings)

// show is the verb of every scope, with the agent's settings.
func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show PATH",
		Short:   "Show an agent with its settings",
		Example: "guildsctl agent show acme/research/scout\nguildsctl agent show acme/research/scout --jq .instructions",
		Args:    app.Args,
	}
	format := print.Flags[api.Agent](cmd)
	a.CompleteArgs(cmd, app.ScopesOf(noun.Level))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := find(ctx, f, args[0])
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), found, shown)
	})
	return cmd
}

// find returns the agent that a path or an id names.
func find(ctx context.Context, f app.Finder, named string) (api.Agent, error) {
	scope, err := noun.Find(ctx, f, named)
	if err != nil {
		return api.Agent{}, err
	}
	return f.GetAgent(ctx, scope.ID)
}
