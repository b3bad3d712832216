package token

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove has no dry run to show, for nothing hangs on a token; it names the
// token instead.
func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete ID",
		Aliases: []string{"rm"},
		Short:   "Revoke an API token",
		Long:    "Revoke a token. Whoever uses it is shut out at once. It says which token that is,\nand asks; a script says --yes.",
		Example: "guildsctl token delete 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --yes",
		Args:    app.Args,
	}
	format := print.Flags[api.Token](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "revoke without asking")
	a.CompleteArgs(cmd, app.Tokens)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		t, err := find(ctx, f, args[0])
		if err != nil {
			return err
		}
		a.Note("Token %q for %s, role %s.", t.Label, t.Scope, t.Role)
		if err := a.Confirm(ctx, *yes, "Revoke it?"); err != nil {
			return err
		}
		if err := f.DeleteToken(ctx, t.ID); err != nil {
			return err
		}
		a.Note("Revoked token %s.", t.ID)
		_, err = a.Printer(format).Data(t)
		return err
	})
	return cmd
}

// find looks an id up in the list, as the API gives no single token.
func find(ctx context.Context, f app.Finder, id string) (api.Token, error) {
	tokens, err := f.ListTokens(ctx)
	if err != nil {
		return api.Token{}, err
	}
	i := slices.IndexFunc(tokens, func(t api.Token) bool { return t.ID == id })
	if i < 0 {
		return api.Token{}, app.NotFound("guildsctl token list shows the ids", "there is no token with the id %q within your reach", id)
	}
	return tokens[i], nil
}
