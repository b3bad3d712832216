package collection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List collections",
		Example: "guildsctl collection list\nguildsctl collection list --at acme/research --json=name,columns",
		Args:    app.Args,
	}
	format := print.Flags[api.Collection](cmd)
	at := a.At(cmd, "only those of this scope, of what lies above it and of what lies below it")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		within, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListCollections(ctx, api.CollectionQuery{WithinID: within})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed,
			"There is no collection. Define one with: guildsctl collection create NAME --at SCOPE --column NAME:TYPE")
	})
	return cmd
}
