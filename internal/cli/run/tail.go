package run

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
)

func tail(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tail RUN",
		Short: "Show a run from its beginning, and what it does until it is over",
		Long: "Show what is on record of a run and what it does, until it is over. --after leaves\n" +
			"out what came up to a seq; --follow stays for what the run is told later.",
		Example: "guildsctl run tail last\nguildsctl run tail last --after 12 --json",
		Args:    app.Args,
	}
	view := newView(a, cmd)
	after := cmd.Flags().Int("after", 0, "only what came after this `seq`")
	cmd.Flags().BoolVarP(&view.follow, "follow", "f", false, "stay when the run is over")
	a.CompleteArgs(cmd, runs)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		id, err := id(ctx, f, args[0])
		if err != nil {
			return err
		}
		view.all = true
		return view.begin(ctx, f, id, *after, false)
	})
	return cmd
}
