package run

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func cancel(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "cancel RUN",
		Short:   "End what a run is doing",
		Long:    "End what a run is doing, with whatever tool it is calling, and drop the messages\nthat wait. What was done stays done and on record. A run that is over is a conflict.",
		Example: "guildsctl run cancel last",
		Args:    app.Args,
	}
	format := print.Flags[api.Cancelled](cmd)
	a.CompleteArgs(cmd, runs)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		id, err := id(ctx, f, args[0])
		if err != nil {
			return err
		}
		ended, err := f.CancelRun(ctx, id)
		if err != nil {
			return err
		}
		a.Note("Cancelled the run %s.", id)
		_, err = a.Printer(format).Data(ended)
		return err
	})
	return cmd
}
