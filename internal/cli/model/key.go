package model

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// key returns the command about organisations' own keys.
func key(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "key",
		Aliases: []string{"keys"},
		Short:   "Keep organisations' own keys for providers of models",
		Long:    "An organisation's own key comes before the box's. It is kept sealed and never shown.",
		Example: "guildsctl model key set openrouter --at acme\nguildsctl model key list",
	}
	return app.Group(cmd, listKeys(a), setKey(a), deleteKey(a))
}

// keyColumns serve the list and, as lines, a single key.
var keyColumns = []print.Column[api.ModelKey]{
	{Head: "Organisation", Value: func(k api.ModelKey) any { return k.Organisation }},
	{Head: "Provider", Value: func(k api.ModelKey) any { return k.Provider }},
	{Head: "Ends with", Value: func(k api.ModelKey) any { return k.Hint }},
	{Head: "Updated", Value: func(k api.ModelKey) any { return k.UpdatedAt }},
	{Head: "Created", Value: func(k api.ModelKey) any { return k.CreatedAt }, Extra: true},
}

func listKeys(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List organisations' own keys, without their values",
		Example: "guildsctl model key list --at acme",
		Args:    app.Args,
	}
	format := print.Flags[api.ModelKey](cmd)
	at := a.At(cmd, "only keys of organisations at or below this scope")
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		id, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListModelKeys(ctx, api.ModelKeyQuery{WithinID: id})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, keyColumns,
			"No organisation has a key of its own. Store one with: guildsctl model key set PROVIDER --at ORGANISATION")
	})
	return cmd
}

// owner finds the organisation that --at names.
func owner(ctx context.Context, f app.Finder, at string) (api.Scope, error) {
	scope, err := f.NeedScope(ctx, at)
	if err == nil && scope.Level != "organisation" {
		err = app.Usage("name an organisation, for example --at acme", "%s is of the level %s; a model key belongs to an organisation", scope.Path, scope.Level)
	}
	return scope, err
}
