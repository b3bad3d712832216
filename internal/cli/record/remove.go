package record

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove shows the record before it asks.
func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "remove COLLECTION ID",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove a record",
		Long:    "Remove a record: no list and no search shows it any more. It says which record that\nis, and asks; a script says --yes.",
		Example: "guildsctl record remove orders 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --yes",
		Args:    app.Args,
	}
	at := a.At(cmd, about)
	format := print.Flags[api.Record](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "remove without asking")
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		of, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		r, err := f.GetRecord(ctx, of.ID, args[1])
		if err != nil {
			return err
		}
		a.Note("%s: %s", of.Name, print.Cell(string(r.Body)))
		if err := a.Confirm(ctx, *yes, "Remove this record?"); err != nil {
			return err
		}
		if err := f.RemoveRecord(ctx, of.ID, r.ID); err != nil {
			return err
		}
		a.Note("Removed record %s.", r.ID)
		_, err = a.Printer(format).Data(r)
		return err
	})
	return cmd
}
