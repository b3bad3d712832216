package issue

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show an issue with its details, its run and its call",
		Example: "guildsctl issue show 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c",
		Args:    app.Args,
	}
	format := print.Flags[api.Issue](cmd)
	a.CompleteArgs(cmd, app.Issues)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.GetIssue(ctx, args[0])
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), found, shown)
	})
	return cmd
}
