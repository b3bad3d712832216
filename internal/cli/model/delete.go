package model

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
)

// deleteKey has no dry run to show: nothing hangs on a key but the runs that use it.
func deleteKey(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete PROVIDER",
		Aliases: []string{"rm"},
		Short:   "Delete an organisation's own key",
		Long: "Delete an organisation's own key. Its agents then use the box's, and cannot run\n" +
			"where there is none. It asks first; a script says --yes.",
		Example: "guildsctl model key delete openrouter --at acme --yes",
		Args:    app.Args,
	}
	at := a.At(cmd, "the scope of the organisation")
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, providers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := owner(ctx, f, *at)
		if err != nil {
			return err
		}
		if err := a.Confirm(ctx, *yes, "Delete the key of "+scope.Path+" for "+args[0]+"?"); err != nil {
			return err
		}
		if err := f.DeleteModelKey(ctx, scope.ID, args[0]); err != nil {
			return err
		}
		a.Note("Deleted the key of %s for %s.", scope.Path, args[0])
		return nil
	})
	return cmd
}
