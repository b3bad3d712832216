package schedule

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// wake keeps standard output to the id of the run, which a script follows.
func wake(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "wake ID",
		Short:   "Start a schedule's run now",
		Long:    "Start the run that a wake would start, also of a paused schedule, and print its id.\nWhen the schedule wakes next stays as it is.",
		Example: "guildsctl schedule wake 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c",
		Args:    app.Args,
	}
	format := print.Flags[api.Woken](cmd)
	a.CompleteArgs(cmd, app.Schedules)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		woken, err := f.WakeSchedule(ctx, args[0])
		if err != nil {
			return err
		}
		if done, err := a.Printer(format).Data(woken); done {
			return err
		}
		a.Note("Started run %s.", woken.RunID)
		_, err = fmt.Fprintln(a.Out, print.Text(woken.RunID))
		return err
	})
	return cmd
}
