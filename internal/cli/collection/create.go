package collection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func create(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Define a collection at an organisation or a guild",
		Long:  "Define a collection. Its name stands for one table in the whole organisation.\n\n" + notation,
		Example: "guildsctl collection create orders --at acme --column sku:text:required:unique --column 'status:text:values=open|done' --column price:number\n" +
			"guildsctl collection create visits --at acme/research --columns-json @visits.json",
		Args: app.Args,
	}
	format := print.Flags[api.Collection](cmd)
	at := a.At(cmd, "the organisation or guild that owns it, as a scope")
	description := cmd.Flags().String("description", "", "one line of `text` that agents read")
	declared := cmd.Flags().StringArray("column", nil, "a `column`; repeat it for more, in their order")
	source := cmd.Flags().String("columns-json", "", "the columns as `JSON`, @FILE, or - for standard input")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		wanted, err := columns("column", *declared)
		if err == nil && *source != "" {
			var more []api.Column
			more, err = columnsJSON(a, *source)
			wanted = append(wanted, more...)
		}
		if err != nil {
			return err
		}
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		made, err := f.CreateCollection(ctx, api.NewCollection{ScopeID: scope.ID, Name: args[0], Description: *description, Columns: wanted})
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), made, shown)
	})
	return cmd
}
