// Package binding holds the commands about bindings: which scope offers which
// connector or tool, and why.
package binding

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command binding.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "binding",
		Aliases: []string{"bindings"},
		Short:   "Switch connectors and tools on or off by scope",
		Long: "A binding switches a connector or a tool on or off at a scope. The walk from the\n" +
			"platform down to an agent takes each binding that it meets; the last one decides.\n" +
			"A connector that is off keeps all its tools off.",
		Example: "guildsctl binding set everything_echo off --at acme/research\nguildsctl binding explain everything_echo --at acme/research/scout",
	}
	return app.Group(cmd, list(a), set(a), explain(a))
}

// listed are the columns of list.
var listed = []print.Column[api.Binding]{
	{Head: "Scope", Value: func(b api.Binding) any { return b.Scope }},
	{Head: "Kind", Value: func(b api.Binding) any { return b.CatalogKind }},
	{Head: "Name", Value: func(b api.Binding) any { return b.Name }},
	{Head: "State", Value: func(b api.Binding) any { return onOff(b.Enabled) }},
	{Head: "Login", Value: func(b api.Binding) any { return b.ConnectionID }, Extra: true},
	{Head: "Updated", Value: func(b api.Binding) any { return b.UpdatedAt }},
}

// onOff is the word that set takes and every table shows.
func onOff(enabled bool) print.State {
	if enabled {
		return "on"
	}
	return "off"
}
