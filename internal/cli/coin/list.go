package coin

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
		Short:   "List the coins that are pinned",
		Example: "guildsctl coin list --at acme\nguildsctl coin list --at acme/research --jq '.[].id'",
		Args:    app.Args,
	}
	format := print.Flags[api.Coin](cmd)
	at := a.At(cmd, "the scope whose login is meant")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		login, err := f.VisibleLogin(ctx, slug, *at)
		if err != nil {
			return err
		}
		pinned, err := f.GetPinned(ctx, login.ID)
		if err != nil {
			return err
		}
		return show(a, format, pinned)
	})
	return cmd
}

func show(a *app.App, format *print.Format, pinned api.PinnedPrices) error {
	return print.List(a.Printer(format), pinned.Coins, columns, "No coin is pinned. Pin some with: guildsctl coin pin ID --at SCOPE")
}

// pinned lists what is pinned, to complete an argument.
func pinned(ctx context.Context, f app.Finder, at string) ([]cobra.Completion, error) {
	login, err := f.VisibleLogin(ctx, slug, at)
	if err != nil {
		return nil, err
	}
	there, err := f.GetPinned(ctx, login.ID)
	var words []cobra.Completion
	for _, c := range there.Coins {
		words = append(words, cobra.CompletionWithDesc(c.ID, c.Name))
	}
	return words, err
}
