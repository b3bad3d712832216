package group

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show GUILD",
		Short: "Show what was posted in a guild's group, in full",
		Long: "Show the last messages of a guild's group in full, each with who posted it and\n" +
			"whom it woke. --follow stays and shows what comes; with --json that is one\n" +
			"document a message.",
		Example: "guildsctl group show acme/research\nguildsctl group show acme/research --after 12 --follow --json",
		Args:    app.Args,
	}
	format := print.Flags[api.GroupMessage](cmd)
	query := queryFlags(cmd)
	follow := cmd.Flags().BoolP("follow", "f", false, "stay, and show what is posted from now on")
	a.CompleteArgs(cmd, app.ScopesOf("guild"))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := needGuild(ctx, f, args[0])
		if err != nil {
			return err
		}
		found, err := f.ListGroupMessages(ctx, scope.ID, *query)
		if err != nil {
			return err
		}
		v := &view{printer: a.Printer(format), finder: f, guild: scope.ID, seq: max(query.After, 0)}
		if *follow {
			return v.follow(ctx, found)
		}
		if done, err := v.printer.Data(found); done {
			return err
		}
		if len(found) == 0 {
			a.Note("%s", none(scope))
		}
		return v.write(found...)
	})
	return cmd
}
