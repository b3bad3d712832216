// Package tool holds the commands about the tools of a scope: what is offered
// and why, what a tool takes, and a test call.
package tool

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command tool.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tool",
		Aliases: []string{"tools"},
		Short:   "List, show and test the tools of a scope",
		Long:    "A tool has the name that a model sees: its connector's slug, an underscore, and\nits own name at the connector.",
		Example: "guildsctl tool list --at acme/research/scout\nguildsctl tool test everything_echo --at acme/research/scout --arg message=hello",
	}
	return app.Group(cmd, list(a), show(a), test(a))
}

// listed are the columns of list; the reason comes before the description, as
// it is the shorter and what one looks for.
var listed = []print.Column[api.Tool]{
	{Head: "Name", Value: func(t api.Tool) any { return t.Name }},
	{Head: "Server", Value: func(t api.Tool) any { return t.Server }},
	{Head: "Offered", Value: func(t api.Tool) any { return t.Offered }},
	{Head: "Reason", Value: func(t api.Tool) any { return t.Reason }, Clip: true},
	{Head: "Description", Value: func(t api.Tool) any { return t.Description }, Clip: true},
}

// shown are the lines of show.
var shown = []print.Column[api.ToolDetail]{
	{Head: "Name", Value: func(t api.ToolDetail) any { return t.Name }},
	{Head: "Kind", Value: func(t api.ToolDetail) any { return t.Kind }},
	{Head: "Server", Value: func(t api.ToolDetail) any { return t.Server }},
	{Head: "Name there", Value: func(t api.ToolDetail) any { return t.RemoteName }},
	{Head: "Title", Value: func(t api.ToolDetail) any { return t.Title }},
	{Head: "Offered", Value: func(t api.ToolDetail) any { return t.Offered }},
	{Head: "Reason", Value: func(t api.ToolDetail) any { return t.Reason }},
	{Head: "Off at first", Value: func(t api.ToolDetail) any { return t.DefaultOff }},
	{Head: "Login", Value: func(t api.ToolDetail) any { return t.Connection }},
	{Head: "Description", Value: func(t api.ToolDetail) any { return t.Description }},
}
