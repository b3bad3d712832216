package repo

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
		Short:   "List the repositories that a GitHub login reaches",
		Long:    "Asks GitHub which repositories the installation behind the scope's GitHub login\nreaches. Which of them the login is for, guildsctl repo selected tells.",
		Example: "guildsctl repo list --at acme\nguildsctl repo list --at acme --json=full_name,private",
		Args:    app.Args,
	}
	format := print.Flags[api.Repository](cmd)
	at := a.At(cmd, "the scope whose GitHub login is meant")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		login, err := visible(ctx, f, *at)
		if err != nil {
			return err
		}
		found, err := f.ListRepositories(ctx, login.ID)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, reached,
			"The installation reaches no repository. Choose some for the App on GitHub.")
	})
	return cmd
}

// reached are the columns of list.
var reached = []print.Column[api.Repository]{
	{Head: "Repository", Value: func(r api.Repository) any { return r.FullName }},
	{Head: "Private", Value: func(r api.Repository) any { return r.Private }},
	{Head: "Branch", Value: func(r api.Repository) any { return r.DefaultBranch }},
	{Head: "URL", Value: func(r api.Repository) any { return r.URL }},
}
