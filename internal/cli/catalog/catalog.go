// Package catalog holds the commands about the connector catalog: which MCP
// servers and adapters a box can connect, and the copy that operators read.
package catalog

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command catalog.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "catalog",
		Aliases: []string{"catalogs"},
		Short:   "See and edit the connectors that can be connected",
		Long:    "The catalog says what can be connected: the connectors that the product brings,\nand those that an instance admin adds. Only an instance admin may edit it.",
		Example: "guildsctl catalog list\nguildsctl catalog add everything --url http://127.0.0.1:3001/mcp --auth token --publish",
	}
	return app.Group(cmd, list(a), show(a), add(a), edit(a), editTool(a), reset(a), remove(a))
}

// listed are the columns of list.
var listed = []print.Column[api.Server]{
	{Head: "Slug", Value: func(s api.Server) any { return s.Slug }},
	{Head: "Name", Value: func(s api.Server) any { return s.Name }},
	{Head: "Auth", Value: func(s api.Server) any { return s.Auth }},
	{Head: "Setup", Value: func(s api.Server) any { return setup(s) }},
	{Head: "Published", Value: func(s api.Server) any { return s.Published }},
	{Head: "Tools", Value: func(s api.Server) any { return len(s.Tools) }},
	{Head: "Description", Value: func(s api.Server) any { return print.Brief(s.Description) }, Clip: true, Extra: true},
}

// shown are the lines of show; what a row does not have is left out.
var shown = []print.Column[api.Server]{
	{Head: "Slug", Value: func(s api.Server) any { return s.Slug }},
	{Head: "Name", Value: func(s api.Server) any { return s.Name }},
	{Head: "URL", Value: func(s api.Server) any { return s.URL }},
	{Head: "Auth", Value: func(s api.Server) any { return s.Auth }},
	{Head: "OAuth setup", Value: func(s api.Server) any { return s.OAuthSetupState }},
	{Head: "Header", Value: func(s api.Server) any { return s.Header }},
	{Head: "Scheme", Value: func(s api.Server) any { return s.Scheme }},
	{Head: "Private address", Value: func(s api.Server) any { return s.AllowPrivate }},
	{Head: "Published", Value: func(s api.Server) any { return s.Published }},
	{Head: "Copy", Value: func(s api.Server) any { return s.CopySource }},
	{Head: "Not supported", Value: func(s api.Server) any { return s.Unsupported }},
	{Head: "Off at first", Value: func(s api.Server) any { return s.DefaultOff }},
	{Head: "Description", Value: func(s api.Server) any { return s.Description }},
	{Head: "Limitations", Value: func(s api.Server) any { return s.Limitations }},
	{Head: "Setup", Value: func(s api.Server) any { return s.SetupHint }},
	{Head: "Updated", Value: func(s api.Server) any { return s.UpdatedAt }},
	{Head: "Id", Value: func(s api.Server) any { return s.ID }},
}

// setup says in a word whether Connect can work on this box.
func setup(s api.Server) print.State {
	if s.Unsupported != "" {
		return "unsupported"
	}
	return "ok"
}
