package binding

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// list shows the bindings as they are stored; explain shows what they come to.
func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List bindings",
		Long:    "List the bindings of exactly one scope (--at), of a scope and those below it\n(--within), or all within your reach.",
		Example: "guildsctl binding list --at acme/research\nguildsctl binding list --within acme --json=scope,name,enabled",
		Args:    app.Args,
	}
	format := print.Flags[api.Binding](cmd)
	at := a.At(cmd, "those at exactly this scope")
	within := a.Within(cmd, "those at or below this scope")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) (err error) {
		var q api.BindingQuery
		if q.ScopeID, err = f.OptionalScopeID(ctx, *at); err != nil {
			return err
		}
		if q.WithinID, err = f.OptionalScopeID(ctx, *within); err != nil {
			return err
		}
		found, err := f.ListBindings(ctx, q)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed,
			"There is no binding here: what lies above decides. guildsctl binding explain NAME --at SCOPE shows how.")
	})
	return cmd
}
