package tool

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// list shows tools that are not offered too: why not is what one looks here
// for.
func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List the tools of a scope, offered or not and why",
		Example: "guildsctl tool list --at acme/research/scout --offered\nguildsctl tool list --at acme --jq '.[].name'",
		Args:    app.Args,
	}
	format := print.Flags[api.Tool](cmd)
	at := a.At(cmd, "the scope whose tools are wanted")
	offered := cmd.Flags().Bool("offered", false, "only those that a run of the scope would offer")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		tools, err := f.ListTools(ctx, api.ToolQuery{ScopeID: scope.ID})
		if err != nil {
			return err
		}
		if *offered {
			tools = slices.DeleteFunc(tools, func(t api.Tool) bool { return !t.Offered })
		}
		return print.List(a.Printer(format), tools, listed,
			"There is no tool here. Connect a connector with: guildsctl connect SLUG --at "+scope.Path)
	})
	return cmd
}
