package issue

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
		Short:   "List open issues",
		Example: "guildsctl issue list\nguildsctl issue list --at acme/research --all --json=id,title,status",
		Args:    app.Args,
	}
	format := print.Flags[api.Issue](cmd)
	at := a.At(cmd, "only the guilds at or below this scope")
	all := cmd.Flags().Bool("all", false, "also those that are resolved")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		within, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListIssues(ctx, api.IssueQuery{WithinID: within, All: *all})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed, "There is no open issue.")
	})
	return cmd
}
