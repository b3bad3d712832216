package scope

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// list gives every level but the outermost a flag to bound the listing.
func list(a *app.App, n Noun) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   fmt.Sprintf("List %ss", n.Level),
		Example: fmt.Sprintf("guildsctl %s list\nguildsctl %s list --json=path,id", n.Word, n.Word),
		Args:    app.Args,
	}
	format := print.Flags[api.Scope](cmd)
	within := new(string)
	if n.Parts > 1 {
		within = a.Within(cmd, "only those at or below this scope")
		cmd.Flags().StringVar(within, "at", "", "the `scope`, as with --within")
		a.CompleteFlag(cmd, "at", app.Scopes)
	}
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		id, err := f.OptionalScopeID(ctx, *within)
		if err != nil {
			return err
		}
		found, err := f.ListScopes(ctx, api.ScopeQuery{WithinID: id, Level: n.Level})
		if err != nil {
			return err
		}
		none := fmt.Sprintf("There is no %s yet. Make one with: guildsctl %s create %s", n.Level, n.Word, n.Example)
		return print.List(a.Printer(format), found, columns, none)
	})
	return cmd
}
