package catalog

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove leaves it to the daemon to refuse the rows that the product brings.
func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "remove SLUG",
		Aliases: []string{"rm"},
		Short:   "Remove a connector that an admin added",
		Long:    "Remove a connector with its logins and bindings. It first says what that is, and\nasks; a script says --yes. What the product brings can only be unpublished.",
		Example: "guildsctl catalog remove everything --yes",
		Args:    app.Args,
	}
	format := print.Flags[api.Removal](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "remove without asking")
	a.CompleteArgs(cmd, app.AllServers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.Server(ctx, args[0])
		if err != nil {
			return err
		}
		return a.Remove(ctx, format, *yes, "connector "+found.Slug, func(dryRun bool) (api.Removal, error) {
			return f.AdminDropServer(ctx, found.ID, dryRun)
		})
	})
	return cmd
}
