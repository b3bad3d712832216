package collection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// about is the help of --at where a name needs it.
const about = "the scope that owns it, where the name is not enough"

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show a collection's columns and how much it holds",
		Example: "guildsctl collection show orders\nguildsctl collection show orders --jq .records",
		Args:    app.Args,
	}
	format := print.Flags[api.Collection](cmd)
	at := a.At(cmd, about)
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		whole, err := f.GetCollection(ctx, found.ID)
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), whole, shown)
	})
	return cmd
}
