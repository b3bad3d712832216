package secret

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// asked are the columns of requests. The id stays at any width: two agents may ask
// for the same name.
var asked = []print.Column[api.SecretRequest]{
	{Head: "Name", Value: func(r api.SecretRequest) any { return r.Name }},
	{Head: "Agent", Value: func(r api.SecretRequest) any { return r.Agent }},
	{Head: "Status", Value: func(r api.SecretRequest) any { return print.State(r.Status) }},
	{Head: "Reason", Value: func(r api.SecretRequest) any { return r.Reason }, Clip: true},
	{Head: "Asked", Value: func(r api.SecretRequest) any { return r.CreatedAt }},
	{Head: "Id", Value: func(r api.SecretRequest) any { return r.ID }},
}

func requests(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "requests",
		Short:   "List the secrets that agents ask for",
		Example: "guildsctl secret requests\nguildsctl secret requests --at acme/research --all --json",
		Args:    app.Args,
	}
	format := print.Flags[api.SecretRequest](cmd)
	at := a.At(cmd, "only the agents at or below this scope")
	all := cmd.Flags().Bool("all", false, "also those that were answered or declined")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		within, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListSecretRequests(ctx, api.SecretRequestQuery{WithinID: within, All: *all})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, asked, "No agent asks for a secret.")
	})
	return cmd
}
