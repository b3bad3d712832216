package model

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// listed are the columns of list. The id stays at any width: agent edit needs it.
var listed = []print.Column[api.Model]{
	{Head: "Model", Value: func(m api.Model) any { return m.ID }},
	{Head: "Context", Value: func(m api.Model) any { return count(m.ContextLength) }},
	{Head: "$/M in", Value: func(m api.Model) any { return m.PromptPrice }},
	{Head: "$/M out", Value: func(m api.Model) any { return m.CompletionPrice }},
	{Head: "Tools", Value: func(m api.Model) any { return tools(m) }},
	{Head: "Key", Value: func(m api.Model) any { return keyOf(m) }},
}

func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List the models, with their prices and whether there is a key",
		Long: "List the models of the providers. Prices are US dollars for a million tokens. A\n" +
			"provider that cannot be reached is named on standard error, and hides no other.\n" +
			"Exit code 1 when there is nothing to list because of that.",
		Example: "guildsctl model list --at acme --search claude\nguildsctl model list --provider deepinfra --json=id,prompt_price\n" +
			"guildsctl model list --jq '.[] | select(.tools) | .id'",
		Args: app.Args,
	}
	format := print.Flags[api.Model](cmd)
	at := a.At(cmd, "the scope for whose organisation keys are looked for")
	provider := cmd.Flags().String("provider", "", "only models of this `provider`: openrouter or deepinfra")
	search := cmd.Flags().String("search", "", "only models with this `text` in their id or name")
	a.CompleteFlag(cmd, "provider", providers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		scopeID, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListModels(ctx, api.ModelQuery{ScopeID: scopeID, Provider: *provider, Search: *search})
		if err != nil {
			return err
		}
		for _, p := range found.Problems {
			a.Note("%s: %s", p.Provider, p.Detail)
		}
		if err := print.List(a.Printer(format), found.Models, listed, "There is no such model."); err != nil {
			return err
		}
		if len(found.Models) == 0 && len(found.Problems) > 0 {
			return app.ErrSaid
		}
		return nil
	})
	return cmd
}

// providers completes the name of a provider.
var providers = app.Words("openrouter", "deepinfra")

// count is a number of tokens; none where it is not known.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func tools(m api.Model) any {
	if m.Tools == nil {
		return ""
	}
	return *m.Tools
}

// keyOf says whose key there is.
func keyOf(m api.Model) any {
	switch m.Key {
	case "missing":
		return print.State("no key yet")
	case "none":
		return "not needed"
	default:
		return m.Key
	}
}
