// Package token holds the commands about API tokens, with which programs reach
// the daemon over the network.
package token

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command token.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "token",
		Aliases: []string{"tokens"},
		Short:   "Make, list and revoke API tokens",
		Long:    "A token lets a program reach the daemon with --url. It reaches its scope and what\nlies below, as far as its role goes.",
		Example: "guildsctl token create --at acme --role operator --label ci\nguildsctl token list",
	}
	return app.Group(cmd, list(a), create(a), remove(a))
}

// listed are the columns of list. The id stays at any width: delete needs it.
var listed = []print.Column[api.Token]{
	{Head: "Scope", Value: func(t api.Token) any { return t.Scope }},
	{Head: "Role", Value: func(t api.Token) any { return t.Role }},
	{Head: "Label", Value: func(t api.Token) any { return t.Label }, Clip: true},
	{Head: "Created", Value: func(t api.Token) any { return t.CreatedAt }},
	{Head: "Last used", Value: func(t api.Token) any { return t.LastUsedAt }},
	{Head: "Id", Value: func(t api.Token) any { return t.ID }},
}
