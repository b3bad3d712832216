package connection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// Disconnect returns the command disconnect.
func Disconnect(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "disconnect SLUG",
		Short: "Delete a login and the bindings that point at it",
		Long: "Delete the login that a scope owns, with the bindings that point at it. It first\n" +
			"says what that is, and asks; a script says --yes. SLUG may also be the login's id,\n" +
			"which needs no --at.",
		Example: "guildsctl disconnect everything --at acme\nguildsctl disconnect everything --at acme --yes",
		Args:    app.Args,
	}
	format := print.Flags[api.Removal](cmd)
	at := a.At(cmd, "the scope that owns the login")
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, app.Owned)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		c, err := f.Login(ctx, args[0], *at)
		if err != nil {
			return err
		}
		return a.Remove(ctx, format, *yes, "the login for "+c.Server+" at "+c.Scope, func(dryRun bool) (api.Removal, error) {
			return f.Disconnect(ctx, c.ID, dryRun)
		})
	})
	return cmd
}
