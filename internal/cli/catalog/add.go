package catalog

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// forms are the values of --auth.
var forms = []string{"none", "token", "oauth"}

// add describes a whole row in one line; it has no form, because provisioning
// scripts are who adds connectors.
func add(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a remote MCP server to the catalog",
		Long: "Add a remote MCP server to the catalog. NAME is its slug, which also starts the\n" +
			"names of its tools. The address is https, or http to this machine.",
		Example: "guildsctl catalog add everything --url http://127.0.0.1:3001/mcp --auth token --publish\n" +
			"guildsctl catalog add prices --url https://prices.example/mcp --auth token --header X-Api-Key",
		Args: app.Args,
	}
	format := print.Flags[api.Server](cmd)
	var s api.NewServer
	fl := cmd.Flags()
	fl.StringVar(&s.URL, "url", "", "`address` of the server's MCP endpoint")
	fl.StringVar(&s.Auth, "auth", "", "`form` of its login: none, token or oauth")
	fl.StringVar(&s.Name, "name", "", "a `name` for people (the slug when left out)")
	fl.StringVar(&s.Header, "header", "", "request `header` that carries the token (Authorization when left out)")
	fl.StringVar(&s.Scheme, "scheme", "", "`word` before the token (Bearer for Authorization, else none)")
	fl.BoolVar(&s.AllowPrivate, "allow-private", false, "let its address be a private one")
	fl.StringVar(&s.Description, "description", "", "`text` on what it does, for operators")
	fl.StringVar(&s.Limitations, "limitations", "", "`text` on what it does not do")
	fl.StringVar(&s.SetupHint, "setup-hint", "", "`text` on where an operator finds the login")
	fl.BoolVar(&s.Published, "publish", false, "show it to all operators at once")
	a.CompleteFlag(cmd, "auth", app.Words(forms...))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		s.Slug = args[0]
		if err := checkNew(s); err != nil {
			return err
		}
		made, err := f.AdminAddServer(ctx, s)
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), made, shown)
	})
	return cmd
}

// checkNew finds the flags that are missing; what they hold is the daemon's to
// judge.
func checkNew(s api.NewServer) error {
	var missing []api.FieldProblem
	if s.URL == "" {
		missing = append(missing, api.FieldProblem{Location: "--url", Message: "the address of the server's MCP endpoint is missing"})
	}
	if !slices.Contains(forms, s.Auth) {
		missing = append(missing, api.FieldProblem{Location: "--auth", Message: "say none, token or oauth"})
	}
	return app.Usages("guildsctl catalog add --help shows examples", "the connector is not described", missing)
}
