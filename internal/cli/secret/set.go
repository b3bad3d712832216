package secret

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func set(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "set NAME",
		Short: "Store a secret at a scope, or a new value of one",
		Long: "Store a secret for the agents at a scope and below. One of the same name at the\n" +
			"scope is replaced. Agents there that ask for this name have their answer, and their\n" +
			"runs go on. The value is asked for, unseen, or read from a file or from standard\n" +
			"input; it is never on the command line. A line end at its end goes.",
		Example: "guildsctl secret set STRIPE_API_KEY --at acme/research\n" +
			"pass show stripe | guildsctl secret set STRIPE_API_KEY --at acme/research --value -\n" +
			"guildsctl secret set DEPLOY_KEY --at acme/research/scout --value @key.pem --description 'for the shop'",
		Args: app.Args,
	}
	format := print.Flags[api.SavedSecret](cmd)
	at := a.At(cmd, "the scope that the secret belongs to: an organisation, a guild or an agent")
	source := valueFlag(cmd)
	description := cmd.Flags().String("description", "", "`text` that says what it is for")
	a.CompleteArgs(cmd, app.SecretsAt)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		v, err := value(ctx, a, *source, args[0])
		if err != nil {
			return err
		}
		saved, err := f.PutSecret(ctx, api.NewSecret{ScopeID: scope.ID, Name: args[0], Value: v, Description: *description})
		if err != nil {
			return err
		}
		verb := "Stored"
		if saved.Replaced {
			verb = "Replaced"
		}
		a.Note("%s the secret %s of %s.", verb, saved.Name, saved.Scope)
		for _, r := range saved.Answered {
			a.Note("It answers the request of %s: %s", r.Agent, r.Reason)
		}
		_, err = a.Printer(format).Data(saved)
		return err
	})
	return cmd
}
