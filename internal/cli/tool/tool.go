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
		Long:    "A tool has the name that a model sees. A connector's tool begins with the\nconnector's slug and an underscore; a native tool, such as note_get, belongs to the\nbox itself.",
		Example: "guildsctl tool list --at acme/research/scout\nguildsctl tool test everything_echo --at acme/research/scout --arg message=hello",
	}
	return app.Group(cmd, list(a), show(a), test(a))
}

// listed are the columns of list; the reason comes before the description, as
// it is the shorter and what one looks for. A connector's tool tells its server by
// its name.
var listed = []print.Column[api.Tool]{
	{Head: "Name", Value: func(t api.Tool) any { return t.Name }},
	{Head: "Server", Value: func(t api.Tool) any { return serverOf(t) }, Extra: true},
	{Head: "Offered", Value: func(t api.Tool) any { return t.Offered }},
	{Head: "Reason", Value: func(t api.Tool) any { return t.Reason }, Clip: true},
	{Head: "Description", Value: func(t api.Tool) any { return print.Brief(t.Description) }, Clip: true, Extra: true},
}

// native reports whether a tool is the box's own, and not a connector's.
func native(t api.Tool) bool { return t.Kind == "native_tool" }

func serverOf(t api.Tool) string {
	if native(t) {
		return "native"
	}
	return t.Server
}

// shown are the lines of show.
var shown = []print.Column[api.ToolDetail]{
	{Head: "Name", Value: func(t api.ToolDetail) any { return t.Name }},
	{Head: "Kind", Value: func(t api.ToolDetail) any { return t.Kind }},
	{Head: "Server", Value: func(t api.ToolDetail) any { return serverOf(t.Tool) }},
	{Head: "Name there", Value: func(t api.ToolDetail) any { return t.RemoteName }},
	{Head: "Title", Value: func(t api.ToolDetail) any { return t.Title }},
	{Head: "Offered", Value: func(t api.ToolDetail) any { return t.Offered }},
	{Head: "Reason", Value: func(t api.ToolDetail) any { return t.Reason }},
	{Head: "Off at first", Value: func(t api.ToolDetail) any { return t.DefaultOff }},
	{Head: "Login", Value: func(t api.ToolDetail) any { return t.Connection }},
	{Head: "Description", Value: func(t api.ToolDetail) any { return t.Description }},
}
