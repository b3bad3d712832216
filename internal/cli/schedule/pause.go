package schedule

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func pause(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "pause ID",
		Short:   "Stop a schedule until it is resumed",
		Example: "guildsctl schedule pause 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c",
		Args:    app.Args,
	}
	return change(a, cmd, func(ctx context.Context, f app.Finder, id string) (api.Schedule, error) {
		s, err := f.PauseSchedule(ctx, id)
		if err == nil {
			a.Note("Paused %q of %s.", s.Description, s.Agent)
		}
		return s, err
	})
}

func resume(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "resume ID",
		Short:   "Let a paused schedule fire again, from now on",
		Long:    "Let a paused schedule fire again. Wakes that it missed are not made up for.",
		Example: "guildsctl schedule resume 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c",
		Args:    app.Args,
	}
	return change(a, cmd, func(ctx context.Context, f app.Finder, id string) (api.Schedule, error) {
		s, err := f.ResumeSchedule(ctx, id)
		if err == nil && s.NextRunAt != nil {
			a.Note("%q of %s wakes next at %s.", s.Description, s.Agent, s.NextRunAt.UTC().Format(time.RFC3339))
		}
		return s, err
	})
}

// change makes the body of a command that changes one schedule.
func change(a *app.App, cmd *cobra.Command, do func(context.Context, app.Finder, string) (api.Schedule, error)) *cobra.Command {
	format := print.Flags[api.Schedule](cmd)
	a.CompleteArgs(cmd, app.Schedules)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		s, err := do(ctx, f, args[0])
		if err != nil {
			return err
		}
		_, err = a.Printer(format).Data(s)
		return err
	})
	return cmd
}
