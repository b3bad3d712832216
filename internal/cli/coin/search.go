package coin

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func search(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Search the coins that can be pinned",
		Long: "Asks CoinGecko for coins by name or symbol, with the login that serves the scope.\n" +
			"Before there is one, --key gives a Pro API key for this search: - reads standard\n" +
			"input, @FILE a file.",
		Example: "guildsctl coin search ether --at acme\nguildsctl coin search tesla --key @key.txt",
		Args:    app.Args,
	}
	format := print.Flags[api.Coin](cmd)
	at := a.At(cmd, "the scope whose login is meant")
	key := cmd.Flags().String("key", "", "- or @FILE: a Pro API `key` to search with in place of a login")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := find(ctx, a, f, args[0], *at, *key)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, columns, "No coin matches.")
	})
	return cmd
}

func find(ctx context.Context, a *app.App, f app.Finder, query, at, key string) ([]api.Coin, error) {
	if key == "" {
		login, err := f.VisibleLogin(ctx, slug, at)
		if err != nil {
			return nil, err
		}
		return f.SearchCoins(ctx, login.ID, api.CoinQuery{Query: query})
	}
	value, plain, err := a.Value(key)
	switch {
	case err != nil:
		return nil, app.Usage("", "--key: %v", err)
	case plain:
		return nil, app.Usage("--key=- reads standard input, --key=@FILE a file", "a key is never taken from the command line, which other users of the machine can read")
	}
	return f.TryCoins(ctx, api.CoinSearch{Query: query, Fields: map[string]string{"token": value}})
}
