package schedule

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove has no dry run to show, for nothing hangs on a schedule; it names the
// schedule instead.
func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete ID",
		Aliases: []string{"rm"},
		Short:   "Delete a schedule",
		Long:    "Delete a schedule. Runs that it started stay. It says which schedule that is, and\nasks; a script says --yes.",
		Example: "guildsctl schedule delete 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --yes",
		Args:    app.Args,
	}
	format := print.Flags[api.Schedule](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, app.Schedules)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		s, err := f.GetSchedule(ctx, args[0])
		if err != nil {
			return err
		}
		a.Note("%q of %s, %s.", s.Description, s.Agent, wakes(s))
		if err := a.Confirm(ctx, *yes, "Delete this schedule?"); err != nil {
			return err
		}
		if err := f.DeleteSchedule(ctx, s.ID); err != nil {
			return err
		}
		a.Note("Deleted schedule %s.", s.ID)
		_, err = a.Printer(format).Data(s)
		return err
	})
	return cmd
}
