package secret

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
		Short:   "List secrets, without their values",
		Long: "List secrets. With --at they are those that the scope has: its own, and those of the\n" +
			"scopes above it, which may be overridden by a narrower one. With --within they are\n" +
			"those that belong to the scope or one below it.",
		Example: "guildsctl secret list --at acme/research/scout\nguildsctl secret list --within acme --json=name,scope",
		Args:    app.Args,
	}
	format := print.Flags[api.Secret](cmd)
	at := a.At(cmd, "the secrets that this scope has, those of the scopes above it among them")
	within := a.Within(cmd, "the secrets that belong to this scope or one below it")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		if *at != "" && *within != "" {
			return app.Usage("leave one of them out", "--at and --within ask for different lists")
		}
		var q api.SecretQuery
		var err error
		if q.ScopeID, err = f.OptionalScopeID(ctx, *at); err != nil {
			return err
		}
		if q.WithinID, err = f.OptionalScopeID(ctx, *within); err != nil {
			return err
		}
		found, err := f.ListSecrets(ctx, q)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed,
			"There is no secret. Store one with: guildsctl secret set NAME --at SCOPE")
	})
	return cmd
}
