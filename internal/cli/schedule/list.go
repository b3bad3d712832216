package schedule

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
		Short:   "List the schedules of agents",
		Example: "guildsctl schedule list\nguildsctl schedule list --at acme/research/scout --json=id,description,next_run_at",
		Args:    app.Args,
	}
	format := print.Flags[api.Schedule](cmd)
	at := a.At(cmd, "only the agents at or below this scope")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		within, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListSchedules(ctx, api.ScheduleQuery{WithinID: within})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed,
			"There is no schedule. Make one with: guildsctl schedule create --at AGENT --cron EXPRESSION")
	})
	return cmd
}
