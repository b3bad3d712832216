// Package connection holds the commands about logins: connect and disconnect,
// which are verbs of their own, and those that list, show, renew and await them.
package connection

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command connection.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "connection",
		Aliases: []string{"connections"},
		Short:   "List, show and renew logins",
		Long:    "A connection is one login for one connector, owned by an organisation, guild or\nagent and seen by all that lies below. No command ever shows its credentials.",
		Example: "guildsctl connection list --at acme/research/scout\nguildsctl connection show everything --at acme",
	}
	return app.Group(cmd, list(a), show(a), syncNow(a), wait(a), folder(a))
}

// listed are the columns of list.
var listed = []print.Column[api.Connection]{
	{Head: "Server", Value: func(c api.Connection) any { return c.Server }},
	{Head: "Scope", Value: func(c api.Connection) any { return c.Scope }},
	{Head: "Status", Value: func(c api.Connection) any { return print.State(c.Status) }},
	{Head: "Account", Value: func(c api.Connection) any { return c.AccountHint }, Clip: true},
	{Head: "Tools", Value: func(c api.Connection) any { return c.Tools }},
	{Head: "Listed", Value: func(c api.Connection) any { return c.ListedAt }},
	{Head: "Id", Value: func(c api.Connection) any { return c.ID }, Extra: true},
	{Head: "Problem", Value: func(c api.Connection) any { return c.ListError }, Clip: true},
}

// shown are the lines of a single login.
var shown = []print.Column[api.Connection]{
	{Head: "Server", Value: func(c api.Connection) any { return c.Server }},
	{Head: "Scope", Value: func(c api.Connection) any { return c.Scope }},
	{Head: "Status", Value: func(c api.Connection) any { return print.State(c.Status) }},
	{Head: "Account", Value: func(c api.Connection) any { return c.AccountHint }},
	{Head: "Folder", Value: func(c api.Connection) any { return c.FolderID }},
	{Head: "OAuth setup", Value: func(c api.Connection) any { return c.OAuthSetupState }},
	{Head: "MCP revision", Value: func(c api.Connection) any { return c.Revision }},
	{Head: "Tools", Value: func(c api.Connection) any { return c.Tools }},
	{Head: "Listed", Value: func(c api.Connection) any { return c.ListedAt }},
	{Head: "Problem", Value: func(c api.Connection) any { return c.ListError }},
	{Head: "Created", Value: func(c api.Connection) any { return c.CreatedAt }},
	{Head: "Updated", Value: func(c api.Connection) any { return c.UpdatedAt }},
	{Head: "Id", Value: func(c api.Connection) any { return c.ID }},
}
