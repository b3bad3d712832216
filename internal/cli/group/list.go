package group

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list GUILD",
		Aliases: []string{"ls"},
		Short:   "List the messages of a guild's group, one a line",
		Example: "guildsctl group list acme/research\nguildsctl group list acme/research --after 12 --json=seq,author,text",
		Args:    app.Args,
	}
	format := print.Flags[api.GroupMessage](cmd)
	query := queryFlags(cmd)
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
		return print.List(a.Printer(format), found, listed, none(scope))
	})
	return cmd
}

// none says that there is no message to list.
func none(scope api.Scope) string {
	return "There is no such message. Post one with: guildsctl group post " + scope.Path + " MESSAGE"
}

// queryFlags adds the flags that say which messages are wanted.
func queryFlags(cmd *cobra.Command) *api.GroupQuery {
	q := &api.GroupQuery{}
	cmd.Flags().IntVar(&q.After, "after", -1, "only what came after this `seq`, from there on; else the last messages")
	cmd.Flags().IntVar(&q.Limit, "limit", 50, "how many at most, up to 500")
	return q
}
