package coin

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func pin(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "pin ID...",
		Short:   "Pin coins beside those that are pinned",
		Long:    "Pins coins on the scope's own login. Those that CoinGecko does not quote are\nnamed, and then nothing changes.",
		Example: "guildsctl coin pin bitcoin ethereum --at acme",
		Args:    needIDs,
	}
	return change(a, cmd, func(there []api.Coin, ids []string) ([]string, error) {
		wanted := idsOf(there)
		for _, id := range ids {
			if !slices.Contains(wanted, id) {
				wanted = append(wanted, id)
			}
		}
		return wanted, nil
	})
}

func unpin(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "unpin ID...",
		Short:   "Unpin coins",
		Long:    "Takes coins off the scope's own login. One that is not pinned is an error, and\nthen nothing changes.",
		Example: "guildsctl coin unpin ethereum --at acme",
		Args:    needIDs,
	}
	a.CompleteEach(cmd, pinned)
	return change(a, cmd, func(there []api.Coin, ids []string) ([]string, error) {
		wanted := idsOf(there)
		for _, id := range ids {
			i := slices.Index(wanted, id)
			if i < 0 {
				return nil, app.NotFound("guildsctl coin list --at SCOPE shows what is pinned", "%s is not pinned", id)
			}
			wanted = slices.Delete(wanted, i, i+1)
		}
		return wanted, nil
	})
}

// change makes a command that replaces the coins of a login by what next makes of
// them and of its arguments.
func change(a *app.App, cmd *cobra.Command, next func(there []api.Coin, ids []string) ([]string, error)) *cobra.Command {
	format := print.Flags[api.Coin](cmd)
	at := a.At(cmd, "the scope that owns the login")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, ids []string) error {
		login, err := f.Login(ctx, slug, *at)
		if err != nil {
			return err
		}
		there, err := f.GetPinned(ctx, login.ID)
		if err != nil {
			return err
		}
		wanted, err := next(there.Coins, ids)
		if err != nil {
			return err
		}
		body := api.PinCoins{Coins: []api.WantedCoin{}}
		for _, id := range wanted {
			body.Coins = append(body.Coins, api.WantedCoin{ID: id})
		}
		now, err := f.PutPinned(ctx, login.ID, body)
		if err != nil {
			return err
		}
		return show(a, format, now)
	})
	return cmd
}

func idsOf(coins []api.Coin) []string {
	var ids []string
	for _, c := range coins {
		ids = append(ids, c.ID)
	}
	return ids
}
