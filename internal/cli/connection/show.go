package connection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// show finds the login as a scope would: the nearest that it sees.
func show(a *app.App) *cobra.Command {
	return about(a, &cobra.Command{
		Use:     "show ID|SLUG",
		Short:   "Show a login",
		Long:    "Show a login, named by its id, or by its connector's slug and a scope that sees\nit: the one owned nearest to that scope.",
		Example: "guildsctl connection show everything --at acme/research",
	}, func(_ context.Context, _ app.Finder, c api.Connection) (api.Connection, error) { return c, nil })
}

// about completes a command about one login, which do turns into what is
// printed.
func about(a *app.App, cmd *cobra.Command, do func(context.Context, app.Finder, api.Connection) (api.Connection, error)) *cobra.Command {
	cmd.Args = app.Args
	format := print.Flags[api.Connection](cmd)
	at := a.At(cmd, "a scope that sees the login; needed with a slug")
	a.CompleteArgs(cmd, app.Owned)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		c, err := f.VisibleLogin(ctx, args[0], *at)
		if err != nil {
			return err
		}
		if c, err = do(ctx, f, c); err != nil {
			return err
		}
		return print.One(a.Printer(format), c, shown)
	})
	return cmd
}
