package binding

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// set shows the walk after the change, because a binding may be set and yet
// another row decide.
func set(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "set NAME on|off|inherit",
		Short: "Switch a connector or a tool on or off at a scope",
		Long: "Switch NAME on or off at a scope, or let the scope inherit from above again.\n" +
			"NAME is a connector's slug, a tool's name as guildsctl tool list shows it, or a\n" +
			"native tool. A connector's binding keeps the login that it carries, unless\n" +
			"--connection names another (its id, or the scope that owns it) or none.",
		Example: "guildsctl binding set everything_echo off --at acme/research\n" +
			"guildsctl binding set everything inherit --at acme/research\n" +
			"guildsctl binding set everything on --at acme/research/scout --connection acme/research",
		Args: app.Args,
	}
	format := print.Flags[api.Explanation](cmd)
	at := a.At(cmd, "the scope of the binding")
	login := cmd.Flags().String("connection", "", "for a connector: the `login` to offer, as its id, the scope that owns it, or none")
	a.CompleteArgs(cmd, app.Items, app.Words("on", "off", "inherit"))
	a.CompleteFlag(cmd, "connection", app.Logins)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		if err := checkState(args[1], *login); err != nil {
			return err
		}
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		item := api.ExplainQuery{ScopeID: scope.ID, Name: args[0]}
		before, err := f.ExplainBinding(ctx, item)
		if err != nil {
			return err
		}
		if err := put(ctx, f, scope, before, args[1], *login); err != nil {
			return err
		}
		after, err := f.ExplainBinding(ctx, item)
		if err != nil {
			return err
		}
		return showWalk(a.Printer(format), after)
	})
	return cmd
}

// checkState refuses what can never be right, before the daemon is asked.
func checkState(state, login string) error {
	switch {
	case state != "on" && state != "off" && state != "inherit":
		return app.Usage("guildsctl binding set NAME on|off|inherit --at SCOPE", "%q is no state of a binding; say on, off or inherit", state)
	case state == "inherit" && login != "":
		return app.Usage("leave --connection out", "a scope that inherits carries no login of its own")
	default:
		return nil
	}
}

// put makes the binding of the explained item at the scope what state says.
func put(ctx context.Context, f app.Finder, scope api.Scope, item api.Explanation, state, login string) error {
	if login != "" && item.CatalogKind != "mcp" {
		return app.Usage("leave --connection out", "%s is no connector, so its binding carries no login", item.Name)
	}
	if state == "inherit" {
		return f.DeleteBinding(ctx, api.BindingKey{ScopeID: scope.ID, CatalogKind: item.CatalogKind, CatalogID: item.CatalogID})
	}
	id, err := chosenLogin(ctx, f, scope, item, login)
	if err != nil {
		return err
	}
	_, err = f.PutBinding(ctx, api.PutBindingBody{
		ScopeID: scope.ID, CatalogKind: item.CatalogKind, CatalogID: item.CatalogID,
		Enabled: state == "on", ConnectionID: id,
	})
	return err
}

// chosenLogin returns the id of the login that the binding shall carry. PUT
// replaces the whole binding, so what it carries now is sent again where nothing
// else was asked for: switching a connector off and on must not lose its login.
func chosenLogin(ctx context.Context, f app.Finder, scope api.Scope, item api.Explanation, login string) (string, error) {
	switch login {
	case "none":
		return "", nil
	case "":
		for _, step := range item.Steps {
			if step.Scope == scope.Path {
				return step.ConnectionID, nil
			}
		}
		return "", nil
	default:
		c, err := f.LoginOf(ctx, item.Name, login)
		return c.ID, err
	}
}
