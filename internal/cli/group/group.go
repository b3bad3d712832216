// Package group holds the commands about the groups of guilds, in which operators and
// agents post.
package group

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command group.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "group",
		Aliases: []string{"groups"},
		Short:   "Post to a guild's group, and read it",
		Long: "Each guild has a group, in which its operators and its agents post. @NAME in a\n" +
			"message wakes that agent, @all every agent. What an operator posts without a\n" +
			"mention wakes the guild's first agent, or whom the group-routing service chooses\n" +
			"where the box has a key for it (guildsctl instance).",
		Example: "guildsctl group post acme/research \"What is new?\" --wait\nguildsctl group show acme/research --follow",
	}
	return app.Group(cmd, post(a), list(a), show(a))
}

// needGuild finds the guild that a command names.
func needGuild(ctx context.Context, f app.Finder, named string) (api.Scope, error) {
	scope, err := f.Scope(ctx, named)
	if err == nil && scope.Level != "guild" {
		err = app.Usage("a guild is written ORGANISATION/GUILD", "%s is of the level %s; a group belongs to a guild", scope.Path, scope.Level)
	}
	return scope, err
}

// listed are the columns of list.
var listed = []print.Column[api.GroupMessage]{
	{Head: "Seq", Value: func(m api.GroupMessage) any { return m.Seq }},
	{Head: "Posted", Value: func(m api.GroupMessage) any { return m.At }},
	{Head: "By", Value: func(m api.GroupMessage) any { return author(m) }},
	{Head: "Woke", Value: func(m api.GroupMessage) any { return names(m.Woken) }, Extra: true},
	{Head: "Text", Value: func(m api.GroupMessage) any { return m.Text }, Clip: true},
}

// author is who posted, as others refer to it.
func author(m api.GroupMessage) string {
	if m.Kind == "agent" {
		return "@" + m.Author
	}
	return m.Author
}

func names(woken []api.GroupWake) []string {
	all := make([]string, len(woken))
	for i, w := range woken {
		all[i] = "@" + w.Agent
	}
	return all
}
