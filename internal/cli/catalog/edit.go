package catalog

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// edit sends only the flags that were given, so that an empty text can be told
// from a text that shall stay.
func edit(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "edit SLUG",
		Short: "Change a connector's copy or settings",
		Long: "Change what the flags name and leave the rest. An edited row survives updates of\n" +
			"the product; guildsctl catalog reset takes the product's copy back.",
		Example: "guildsctl catalog edit everything --description \"Our test server\"\nguildsctl catalog edit sentry --unpublish\n" +
			"guildsctl catalog edit everything --client-id guilds-box --client-secret @secret.txt",
		Args: app.Args,
	}
	format := print.Flags[api.Server](cmd)
	var s api.EditServer
	fl := cmd.Flags()
	texts := map[string]**string{"name": &s.Name, "url": &s.URL, "header": &s.Header, "scheme": &s.Scheme,
		"description": &s.Description, "limitations": &s.Limitations, "setup-hint": &s.SetupHint, "client-id": &s.ClientID}
	fl.String("name", "", "a `name` for people")
	fl.String("url", "", "`address`; only of a connector that an admin added")
	fl.String("header", "", "request `header` that carries the token")
	fl.String("scheme", "", "`word` before the token")
	fl.String("description", "", "`text` on what it does, for operators")
	fl.String("limitations", "", "`text` on what it does not do")
	fl.String("setup-hint", "", "`text` on where an operator finds the login")
	fl.String("client-id", "", "`id` of the OAuth client that you registered for the box; empty drops it")
	secret := fl.String("client-secret", "", "that client's secret: - reads standard input, @FILE a `source`")
	allow := fl.Bool("allow-private", false, "let its address be a private one; --allow-private=false forbids it again")
	publish := publication(cmd)
	a.CompleteArgs(cmd, app.AllServers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) (err error) {
		for name, field := range texts {
			if flag := fl.Lookup(name); flag.Changed {
				text := flag.Value.String()
				*field = &text
			}
		}
		if fl.Changed("client-secret") {
			if s.ClientID == nil {
				return app.Usage("add --client-id ID", "--client-secret belongs to a client, and none is named")
			}
			if s.ClientSecret, err = clientSecret(ctx, a, *secret); err != nil {
				return err
			}
		}
		if fl.Changed("allow-private") {
			s.AllowPrivate = allow
		}
		if s.Published, err = publish(); err != nil {
			return err
		}
		if s == (api.EditServer{}) {
			return app.Usage("guildsctl catalog edit --help lists the flags", "nothing to change was named")
		}
		return editServer(ctx, a.Printer(format), f, args[0], s)
	})
	return cmd
}

// clientSecret reads the secret of an OAuth client, which a person at a terminal is
// asked for.
func clientSecret(ctx context.Context, a *app.App, source string) (*string, error) {
	if source == "-" && a.Interactive() {
		secret, err := a.AskHidden(ctx, "Client secret: ")
		return &secret, err
	}
	secret, plain, err := a.Value(source)
	if err != nil {
		return nil, app.Usage("", "--client-secret: %v", err)
	}
	if plain {
		return nil, app.Usage("use --client-secret - or --client-secret @FILE",
			"--client-secret is a secret, and other users can read the command line")
	}
	return &secret, nil
}

// editServer finds the row first, because the API names it by its id. It sends which
// it found, so that another admin's edit in between is not lost.
func editServer(ctx context.Context, p *print.Printer, f app.Finder, slug string, s api.EditServer) error {
	found, err := f.Server(ctx, slug)
	if err != nil {
		return err
	}
	s.UpdatedAt = &found.UpdatedAt
	edited, err := f.AdminEditServer(ctx, found.ID, s)
	if err != nil {
		return err
	}
	return print.One(p, edited, shown)
}

// publication adds --publish and --unpublish to a command. What it returns tells
// which was given, nil for neither.
func publication(cmd *cobra.Command) func() (*bool, error) {
	on := cmd.Flags().Bool("publish", false, "show it to all operators")
	off := cmd.Flags().Bool("unpublish", false, "hide it from those who are no instance admins")
	return func() (*bool, error) {
		switch {
		case *on && *off:
			return nil, app.Usage("leave one of them out", "--publish and --unpublish contradict each other")
		case *on || *off:
			return on, nil
		default:
			return nil, nil
		}
	}
}
