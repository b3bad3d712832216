package secret

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove has no dry run to show, for nothing hangs on a secret; it says who loses it
// instead.
func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete NAME",
		Aliases: []string{"rm"},
		Short:   "Delete a secret of a scope",
		Long: "Delete a secret. From then on no command has it, and its value is not masked any\n" +
			"more. It says which secret that is, and asks; a script says --yes.",
		Example: "guildsctl secret delete STRIPE_API_KEY --at acme/research --yes",
		Args:    app.Args,
	}
	at := a.At(cmd, "the scope that the secret belongs to")
	format := print.Flags[api.Secret](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, app.SecretsAt)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		s, err := find(ctx, f, args[0], *at)
		if err != nil {
			return err
		}
		a.Note("The secret %s of %s, which the agents there and below lose.", s.Name, s.Scope)
		if err := a.Confirm(ctx, *yes, "Delete it?"); err != nil {
			return err
		}
		if err := f.DeleteSecret(ctx, s.ID); err != nil {
			return err
		}
		a.Note("Deleted the secret %s of %s.", s.Name, s.Scope)
		_, err = a.Printer(format).Data(s)
		return err
	})
	return cmd
}

// find returns the secret of a name that belongs to a scope itself.
func find(ctx context.Context, f app.Finder, name, at string) (api.Secret, error) {
	scope, err := f.NeedScope(ctx, at)
	if err != nil {
		return api.Secret{}, err
	}
	found, err := f.ListSecrets(ctx, api.SecretQuery{ScopeID: scope.ID})
	if err != nil {
		return api.Secret{}, err
	}
	hint := "guildsctl secret list --at " + scope.Path + " shows those that it has"
	for _, s := range found {
		if s.Name != name {
			continue
		}
		if s.ScopeID == scope.ID {
			return s, nil
		}
		hint = "it has the one of " + s.Scope + "; name its owner with --at " + s.Scope
	}
	return api.Secret{}, app.NotFound(hint, "no secret %s belongs to %s", name, scope.Path)
}
