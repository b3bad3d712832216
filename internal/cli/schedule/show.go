package schedule

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// shown are the lines of a single schedule.
var shown = []print.Column[api.Schedule]{
	{Head: "Agent", Value: func(s api.Schedule) any { return s.Agent }},
	{Head: "Description", Value: func(s api.Schedule) any { return s.Description }},
	{Head: "Wakes", Value: func(s api.Schedule) any { return wakes(s) }},
	{Head: "State", Value: func(s api.Schedule) any { return state(s) }},
	{Head: "Next", Value: func(s api.Schedule) any { return moments(s.Upcoming) }},
	{Head: "Local", Value: func(s api.Schedule) any { return s.NextRunLocal }},
	{Head: "Last run", Value: func(s api.Schedule) any { return s.LastRunID }},
	{Head: "Last woken", Value: func(s api.Schedule) any { return s.LastRunAt }},
	{Head: "Skipped", Value: func(s api.Schedule) any { return s.Skipped }},
	{Head: "Created", Value: func(s api.Schedule) any { return s.CreatedAt }},
	{Head: "Created by", Value: func(s api.Schedule) any { return s.CreatedBy }},
	{Head: "Id", Value: func(s api.Schedule) any { return s.ID }},
	{Head: "Instruction", Value: func(s api.Schedule) any { return s.Instruction }},
}

// moments are wakes to come, one a line: a person plans by them, so they are exact on
// a terminal too.
func moments(wakes []time.Time) string {
	text := ""
	for i, at := range wakes {
		if i > 0 {
			text += "\n"
		}
		text += at.UTC().Format(time.RFC3339)
	}
	return text
}

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show a schedule with its next wakes",
		Example: "guildsctl schedule show 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c\nguildsctl schedule show 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --jq .upcoming",
		Args:    app.Args,
	}
	format := print.Flags[api.Schedule](cmd)
	a.CompleteArgs(cmd, app.Schedules)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.GetSchedule(ctx, args[0])
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), found, shown)
	})
	return cmd
}
