package model

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
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
	format := print.Flags[api.ModelKey](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, providers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := owner(ctx, f, *at)
		if err != nil {
			return err
		}
		key, err := find(ctx, f, scope, args[0])
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
		_, err = a.Printer(format).Data(key)
		return err
	})
	return cmd
}

// find looks a key up in the list, as the API gives no single one.
func find(ctx context.Context, f app.Finder, owner api.Scope, provider string) (api.ModelKey, error) {
	keys, err := f.ListModelKeys(ctx, api.ModelKeyQuery{WithinID: owner.ID})
	if err != nil {
		return api.ModelKey{}, err
	}
	i := slices.IndexFunc(keys, func(k api.ModelKey) bool { return k.Provider == provider })
	if i < 0 {
		return api.ModelKey{}, app.NotFound("guildsctl model key list shows those that there are", "%s has no key of its own for %s", owner.Path, provider)
	}
	return keys[i], nil
}
