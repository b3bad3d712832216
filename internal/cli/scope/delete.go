package scope

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove goes through the shared dry run, as a scope takes most with it.
func remove(a *app.App, n Noun) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete PATH",
		Aliases: []string{"rm"},
		Short:   fmt.Sprintf("Delete %s and all that it holds", n.lower()),
		Long:    fmt.Sprintf("Delete %s with the scopes below it, their logins, bindings and tokens.\nIt first says what that is, and asks; a script says --yes.", n.lower()),
		Example: fmt.Sprintf("guildsctl %s delete %s --yes", n.Word, n.Example),
		Args:    app.Args,
	}
	format := print.Flags[api.Removal](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, app.ScopesOf(n.Level))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := n.Find(ctx, f, args[0])
		if err != nil {
			return err
		}
		return a.Remove(ctx, format, *yes, n.Level+" "+found.Path, func(dryRun bool) (api.Removal, error) {
			return f.DeleteScope(ctx, found.ID, dryRun)
		})
	})
	return cmd
}
