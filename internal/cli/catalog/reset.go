package catalog

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// reset asks no confirmation: it takes no login and no binding away.
func reset(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "reset SLUG",
		Short:   "Take the product's copy of a connector back",
		Long:    "Undo every edit of a connector that the product brings, and of its tools' copy.\nLogins and bindings stay.",
		Example: "guildsctl catalog reset sentry",
		Args:    app.Args,
	}
	format := print.Flags[api.Server](cmd)
	a.CompleteArgs(cmd, app.AllServers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.Server(ctx, args[0])
		if err != nil {
			return err
		}
		restored, err := f.AdminResetServer(ctx, found.ID)
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), restored, shown)
	})
	return cmd
}
