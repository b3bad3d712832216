// Package schedule holds the commands about schedules, which wake agents.
package schedule

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command schedule.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "schedule",
		Aliases: []string{"schedules"},
		Short:   "Have agents woken at times to come",
		Long: "A schedule wakes an agent by a cron expression in UTC, or at random moments of a\n" +
			"window of each day in a time zone. Each wake starts a run with its instruction.",
		Example: "guildsctl schedule create --at acme/research/scout --cron '0 9 * * 1-5' --description Morning --instruction @morning.md\n" +
			"guildsctl schedule list --at acme",
	}
	return app.Group(cmd, list(a), show(a), create(a), pause(a), resume(a), wake(a), remove(a))
}

// listed are the columns of list. The id stays at any width: the other verbs need it.
var listed = []print.Column[api.Schedule]{
	{Head: "Agent", Value: func(s api.Schedule) any { return s.Agent }},
	{Head: "Description", Value: func(s api.Schedule) any { return print.Brief(s.Description) }, Clip: true},
	{Head: "Wakes", Value: func(s api.Schedule) any { return wakes(s) }, Clip: true},
	{Head: "State", Value: func(s api.Schedule) any { return state(s) }},
	{Head: "Next", Value: func(s api.Schedule) any { return s.NextRunAt }},
	{Head: "Id", Value: func(s api.Schedule) any { return s.ID }},
}

// wakes says when a schedule wakes, in words.
func wakes(s api.Schedule) string {
	if s.Window == nil {
		return s.Cron + " UTC"
	}
	return fmt.Sprintf("%s-%s %s, at most %d a day", s.Window.Start, s.Window.End, s.Window.Timezone, s.Window.MaxWakes)
}

func state(s api.Schedule) print.State {
	if s.Paused {
		return "paused"
	}
	return "on"
}
