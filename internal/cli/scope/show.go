package scope

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// show takes an id too, so that a script need not know paths.
func show(a *app.App, n Noun) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show PATH",
		Short:   "Show " + n.lower(),
		Example: fmt.Sprintf("guildsctl %s show %s\nguildsctl %s show %s --jq .id", n.Word, n.Example, n.Word, n.Example),
		Args:    app.Args,
	}
	format := print.Flags[api.Scope](cmd)
	a.CompleteArgs(cmd, app.ScopesOf(n.Level))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := n.Find(ctx, f, args[0])
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), found, columns)
	})
	return cmd
}
