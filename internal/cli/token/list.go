package token

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// list shows what each token reaches and when it was last used, never its
// secret.
func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List API tokens, without their secrets",
		Example: "guildsctl token list\nguildsctl token list --json=id,label",
		Args:    app.Args,
	}
	format := print.Flags[api.Token](cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		tokens, err := f.ListTokens(ctx)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), tokens, listed,
			"There is no token. Make one with: guildsctl token create --at SCOPE --role ROLE")
	})
	return cmd
}
