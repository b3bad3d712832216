package connection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// list takes both flags together: what a scope sees of what lies in another.
func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List logins",
		Long:    "List the logins that a scope sees, its own and those of the scopes above (--at),\nor those owned at or below a scope (--within), or all within your reach.",
		Example: "guildsctl connection list --at acme/research/scout\nguildsctl connection list --within acme --json=server,scope,status",
		Args:    app.Args,
	}
	format := print.Flags[api.Connection](cmd)
	at := a.At(cmd, "those that this scope sees")
	within := a.Within(cmd, "those owned at or below this scope")
	server := cmd.Flags().String("server", "", "only those for the connector with this `slug`")
	a.CompleteFlag(cmd, "server", app.Servers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) (err error) {
		q := api.ConnectionQuery{Server: *server}
		if q.ScopeID, err = f.OptionalScopeID(ctx, *at); err != nil {
			return err
		}
		if q.WithinID, err = f.OptionalScopeID(ctx, *within); err != nil {
			return err
		}
		found, err := f.ListConnections(ctx, q)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed,
			"There is no login here. Connect one with: guildsctl connect SLUG --at SCOPE")
	})
	return cmd
}
