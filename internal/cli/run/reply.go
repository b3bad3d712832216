package run

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

func reply(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reply RUN MESSAGE",
		Short: "Send a message to a run, and see what comes of it",
		Long: "Send a message to a run and show what the agent does with it. A run that is still\n" +
			"working takes the message up when it is done.",
		Example: "guildsctl run reply last \"And the second one?\"\nguildsctl run reply 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c @answer.txt",
		Args:    app.Args,
	}
	view := newView(a, cmd)
	detach := cmd.Flags().BoolP("detach", "d", false, "only send the message")
	a.CompleteArgs(cmd, runs)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		id, err := id(ctx, f, args[0])
		if err != nil {
			return err
		}
		text, err := message(a, args[1])
		if err != nil {
			return err
		}
		before, err := f.GetRun(ctx, id)
		if err != nil {
			return err
		}
		if _, err := f.ContinueRun(ctx, id, api.NewMessage{Message: text}); err != nil {
			return err
		}
		return view.begin(ctx, f, id, before.LastSeq, *detach)
	})
	return cmd
}
