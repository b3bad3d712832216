package token

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// roles are those that a token can have, from the one that may most down.
var roles = []string{"admin", "operator", "viewer"}

// create keeps standard output to the secret, so that it can be sent to a file.
func create(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Make an API token and print its secret, this once",
		Long:    "Make an API token. Its secret is the only thing on standard output, and is shown\nnowhere else and never again.",
		Example: "guildsctl token create --at acme --role operator --label ci > token.txt",
		Args:    app.Args,
	}
	format := print.Flags[api.MadeToken](cmd)
	at := a.At(cmd, "the scope that the token reaches, with what lies below")
	role := cmd.Flags().String("role", "", "the `role`: admin, operator or viewer")
	label := cmd.Flags().String("label", "", "`text` that says what the token is for")
	a.CompleteFlag(cmd, "role", app.Words(roles...))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		if !slices.Contains(roles, *role) {
			return app.Usage("add --role admin, --role operator or --role viewer", "--role %q is no role", *role)
		}
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		made, err := f.CreateToken(ctx, api.NewToken{ScopeID: scope.ID, Role: *role, Label: *label})
		if err != nil {
			return err
		}
		if done, err := a.Printer(format).Data(made); done {
			return err
		}
		a.Note("Token %s for %s, role %s. Keep it now: it is not shown again.", made.ID, made.Scope, made.Role)
		_, err = fmt.Fprintln(a.Out, print.Text(made.Secret))
		return err
	})
	return cmd
}
