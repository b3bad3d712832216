package schedule

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func create(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Make a schedule of an agent",
		Long: "Have an agent woken, with either --cron or --window. A cron expression has five\n" +
			"fields in UTC: minute hour day month weekday. A window is a part of each day by the\n" +
			"clocks of --timezone; the agent is woken at up to --max-wakes random moments of it.\n" +
			"Consecutive wakes are at least 5 minutes apart.\n\n" +
			"With --dry-run the schedule is checked and its next five wakes are printed. A\n" +
			"window that is made in earnest draws other moments.",
		Example: "guildsctl schedule create --at acme/research/scout --cron '0 9 * * 1-5' --description Morning --instruction @morning.md\n" +
			"guildsctl schedule create --at acme/research/scout --window 09:00-17:00 --timezone Europe/Berlin --max-wakes 3 --description Rounds --instruction 'Look around.'\n" +
			"guildsctl schedule create --at acme/research/scout --cron '*/30 8-18 * * *' --description Rounds --instruction - --dry-run",
		Args: app.Args,
	}
	format := print.Flags[api.Schedule](cmd)
	at := a.At(cmd, "the agent, as a scope")
	read := newFlags(a, cmd)
	dryRun := cmd.Flags().Bool("dry-run", false, "make nothing, and print the next five wakes")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		wanted, err := read()
		if err != nil {
			return err
		}
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		wanted.AgentID = scope.ID
		if *dryRun {
			return preview(ctx, a, f, format, wanted)
		}
		made, err := f.CreateSchedule(ctx, wanted)
		if err != nil {
			return err
		}
		a.Note("Made schedule %s.", made.ID)
		return print.One(a.Printer(format), made, shown)
	})
	return cmd
}

// preview prints when a schedule would wake, one moment a line.
func preview(ctx context.Context, a *app.App, f app.Finder, format *print.Format, wanted api.NewSchedule) error {
	seen, err := f.PreviewSchedule(ctx, wanted)
	if err != nil {
		return err
	}
	// The fields that --json knows are those of a schedule, so that is what is shown.
	if done, err := a.Printer(format).Data(api.Schedule{
		AgentID: wanted.AgentID, Description: wanted.Description, Instruction: wanted.Instruction,
		Cron: wanted.Cron, Window: wanted.Window, Upcoming: seen.Upcoming,
	}); done {
		return err
	}
	_, err = fmt.Fprintln(a.Out, moments(seen.Upcoming))
	return err
}

// newFlags adds the flags that describe a schedule. What it returns reads them.
func newFlags(a *app.App, cmd *cobra.Command) func() (api.NewSchedule, error) {
	fl := cmd.Flags()
	description := fl.String("description", "", "one line of `text` that says what it is for")
	instruction := fl.String("instruction", "", "what to do on each wake: the `text` itself, @FILE, or - for standard input")
	cron := fl.String("cron", "", "an `expression` in UTC: minute hour day month weekday")
	window := fl.String("window", "", "a part of each day, as `HH:MM-HH:MM`")
	timezone := fl.String("timezone", "", "the `zone` whose clocks the window goes by, such as Europe/Berlin")
	maxWakes := fl.Int("max-wakes", 1, "random moments of the window at most, each day")
	return func() (api.NewSchedule, error) {
		n := api.NewSchedule{Description: *description, Cron: *cron}
		windowed := fl.Changed("window") || fl.Changed("timezone") || fl.Changed("max-wakes")
		if windowed == fl.Changed("cron") {
			return n, app.Usage("add --cron '0 9 * * 1-5', or --window 09:00-17:00 --timezone Europe/Berlin", "one of --cron and --window is needed, and not both")
		}
		if windowed {
			start, end, ok := strings.Cut(*window, "-")
			if !ok {
				return n, app.Usage("for example --window 09:00-17:00", "--window %q is no part of a day", *window)
			}
			n.Window = &api.ScheduleWindow{Timezone: *timezone, Start: start, End: end, MaxWakes: *maxWakes}
		}
		text, _, err := a.Value(*instruction)
		if err != nil {
			return n, app.Usage("", "--instruction: %v", err)
		}
		n.Instruction = text
		return n, nil
	}
}
