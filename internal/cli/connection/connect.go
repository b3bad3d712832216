package connection

import (
	"context"
	"fmt"
	"strings"
	"time"

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
			"On a terminal, what is missing is asked for. One line end after a value goes.\n\n" +
			"A connector with a browser login opens the browser where there is one, prints the\n" +
			"address in any case, and waits until the login is made. On a machine without a\n" +
			"browser, open the address elsewhere, and paste the one on which the browser ends.\n" +
			"An interrupt leaves nothing half-made. A login that is limited to a folder then asks\n" +
			"for it on a terminal; a script gives it with --folder, or chooses it later.",
		Example: "guildsctl connect everything --at acme\n" +
			"printf %s \"$TOKEN\" | guildsctl connect everything --at acme --field token=-\n" +
			"guildsctl connect qonto --at acme --field login=@login.txt --field secret_key=@key.txt\n" +
			"guildsctl connect notion --at acme\n" +
			"guildsctl connect notion --at acme --no-wait --jq .authorization_url\n" +
			"guildsctl connect pinned-prices --at acme --field token=@key.txt --coin bitcoin --coin ethereum\n" +
			"guildsctl connect drive --at acme --folder 1AbCdEfGhIjKlMnOp",
		Args: app.Args,
	}
	format := print.Flags[api.Connection](cmd)
	at := a.At(cmd, "the scope that will own the login")
	w := wishes(cmd)
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
		values, err := fields(ctx, a, server, w.fields)
		if err != nil {
			return err
		}
		if err := w.check(server); err != nil {
			return err
		}
		made, err := f.Connect(ctx, api.NewConnection{
			ServerID: server.ID, ScopeID: scope.ID, Fields: values, Coins: w.coins, Scopes: strings.Fields(strings.Join(w.scopes, " ")),
		})
		if err != nil {
			return err
		}
		return w.complete(ctx, a, f, format, made)
	})
	return cmd
}

// wish is what the flags of connect ask for.
type wish struct {
	fields, scopes []string
	coins          []string
	folder         string
	noWait         bool
}

func wishes(cmd *cobra.Command) *wish {
	w := &wish{}
	flags := cmd.Flags()
	flags.StringArrayVar(&w.fields, "field", nil, "a `field` of the login: NAME=-, NAME=@FILE, or NAME=VALUE where it is no secret (repeatable)")
	flags.StringArrayVar(&w.scopes, "scope", nil, "OAuth `scopes` to ask for beside those that the connector names (repeatable)")
	flags.StringArrayVar(&w.coins, "coin", nil, "the CoinGecko `id` of a coin to pin (repeatable)")
	flags.StringVar(&w.folder, "folder", "", "the `id` of the one folder that the login is limited to")
	flags.BoolVar(&w.noWait, "no-wait", false, "print the address of a browser login and end; guildsctl connection wait waits for it")
	return w
}

// check refuses what a connector's login has no use for.
func (w *wish) check(server api.Server) error {
	switch {
	case len(w.scopes) > 0 && server.Auth != "oauth":
		return app.Usage("leave --scope out", "%s has no login in a browser, so there are no scopes to ask for", server.Slug)
	case len(w.coins) > 0 && !server.Coins:
		return app.Usage("leave --coin out", "a login for %s pins no coins", server.Slug)
	case w.folder != "" && !server.Folder:
		return app.Usage("leave --folder out", "a login for %s is not limited to a folder", server.Slug)
	case w.folder != "" && w.noWait:
		return app.Usage("choose the folder after the login, with guildsctl connection folder", "--folder does not go with --no-wait, which ends before the login")
	}
	return nil
}

// complete takes a login from what connect answered to its end.
func (w *wish) complete(ctx context.Context, a *app.App, f app.Finder, format *print.Format, made api.Connection) (err error) {
	if made.AuthorizationURL != "" && w.noWait {
		return begun(a, format, made)
	}
	if made.AuthorizationURL != "" {
		if made, err = (&login{app: a, find: f, begun: made}).finish(ctx); err != nil {
			return err
		}
	}
	if made.NeedsFolder || w.folder != "" {
		left := choice{app: a, find: f, made: made}
		if made, err = left.finish(ctx, w.folder); err != nil {
			return err
		}
		if made.NeedsFolder {
			return left.show(ctx, format)
		}
	}
	return print.One(a.Printer(format), made, shown)
}

// begun prints the address of a browser login for a script to pass on.
func begun(a *app.App, format *print.Format, made api.Connection) error {
	if done, err := a.Printer(format).Data(made); done {
		return err
	}
	a.Note("Until %s: guildsctl connection wait %s --for connected", made.LoginExpiresAt.Local().Format(time.TimeOnly), made.ID)
	_, err := fmt.Fprintln(a.Out, made.AuthorizationURL)
	return err
}
