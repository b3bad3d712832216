package repo

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func selected(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "selected",
		Short:   "List the repositories that a GitHub login is for",
		Example: "guildsctl repo selected --at acme/research\nguildsctl repo selected --at acme/research --json=name,url",
		Args:    app.Args,
	}
	format := print.Flags[api.SelectedRepository](cmd)
	at := a.At(cmd, "the scope whose GitHub login is meant")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		login, err := visible(ctx, f, *at)
		if err != nil {
			return err
		}
		chosen, err := f.GetSelected(ctx, login.ID)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), chosen.Repositories, columns,
			"The login is for no repository yet. Choose some with: guildsctl repo select OWNER/NAME --at SCOPE")
	})
	return cmd
}

// columns are those of a selection.
var columns = []print.Column[api.SelectedRepository]{
	{Head: "Repository", Value: func(r api.SelectedRepository) any { return r.Name }},
	{Head: "Branch", Value: func(r api.SelectedRepository) any { return r.DefaultBranch }},
	{Head: "URL", Value: func(r api.SelectedRepository) any { return r.URL }},
}
