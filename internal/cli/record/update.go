package record

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func update(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "update COLLECTION ID",
		Short:   "Change columns of a record",
		Long:    "Change columns of a record; the others keep their values. --set COLUMN= clears one.",
		Example: "guildsctl record update orders 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --set status=done --set note=",
		Args:    app.Args,
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
		changed, err := f.UpdateRecord(ctx, of.ID, args[1], api.RecordPatch{Body: body})
		if err != nil {
			return err
		}
		for _, warning := range changed.Warnings {
			a.Note("%s.", warning)
		}
		return one(a, format, of, changed.Record)
	})
	return cmd
}
