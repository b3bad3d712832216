package record

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func add(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "add COLLECTION",
		Short: "Add a record",
		Long:  "Add a record. Where a record has its value in the unique column already, the new\nvalues are merged into that one.",
		Example: "guildsctl record add orders --set sku=A-1 --set price=10.50 --set tags=garden --set tags=wood\n" +
			"guildsctl record add orders --body-json @order.json",
		Args: app.Args,
	}
	format := print.Flags[api.Record](cmd)
	at := a.At(cmd, about)
	read := bodyFlags(a, cmd)
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		of, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		body, err := read(of)
		if err != nil {
			return err
		}
		added, err := f.AddRecords(ctx, of.ID, api.NewRecords{Records: []json.RawMessage{body}}, false)
		if err != nil {
			return err
		}
		r := added.Records[0]
		if r.Merged {
			a.Note("Merged into existing record %s.", r.ID)
		}
		return one(a, format, of, r.Record)
	})
	return cmd
}
