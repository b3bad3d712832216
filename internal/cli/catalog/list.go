package catalog

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// list asks the endpoint of operators, or with --all that of instance admins,
// which alone knows the rows that are not published.
func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List the published connectors",
		Example: "guildsctl catalog list\nguildsctl catalog list --all --json=slug,published",
		Args:    app.Args,
	}
	format := print.Flags[api.Server](cmd)
	all := cmd.Flags().Bool("all", false, "also those that are not published; for instance admins")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		fetch := f.ListServers
		if *all {
			fetch = f.AdminListServers
		}
		servers, err := fetch(ctx)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), servers, listed,
			"No connector is published. An instance admin sees all with: guildsctl catalog list --all")
	})
	return cmd
}
