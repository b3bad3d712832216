package connection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// Connect returns the command connect.
func Connect(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "connect SLUG",
		Short: "Connect a login for a connector at a scope",
		Long: "Connect a login for a connector at an organisation, guild or agent. All that lies\n" +
			"below the scope sees it. What the connector asks for is given with --field:\n" +
			"NAME=- reads standard input (for one field), NAME=@FILE reads a file. A secret is\n" +
			"never taken from the command line, which other users of the machine can read.\n" +
			"On a terminal, what is missing is asked for. One line end after a value goes.",
		Example: "guildsctl connect everything --at acme\n" +
			"printf %s \"$TOKEN\" | guildsctl connect everything --at acme --field token=-\n" +
			"guildsctl connect qonto --at acme --field login=acme-1234 --field secret_key=@key.txt",
		Args: app.Args,
	}
	format := print.Flags[api.Connection](cmd)
	at := a.At(cmd, "the scope that will own the login")
	given := cmd.Flags().StringArray("field", nil, "a `field` of the login: NAME=-, NAME=@FILE, or NAME=VALUE where it is no secret (repeatable)")
	a.CompleteArgs(cmd, app.Servers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		server, err := f.Server(ctx, args[0])
		if err != nil {
			return err
		}
		values, err := fields(ctx, a, server, *given)
		if err != nil {
			return err
		}
		made, err := f.Connect(ctx, api.NewConnection{ServerID: server.ID, ScopeID: scope.ID, Fields: values})
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), made, shown)
	})
	return cmd
}
