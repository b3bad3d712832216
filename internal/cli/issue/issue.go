// Package issue holds the commands about issues, which agents report to their
// guild's operators.
package issue

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command issue.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "issue",
		Aliases: []string{"issues"},
		Short:   "See what agents report, and resolve it",
		Long:    "Agents report problems with their tools to the operators of their guild.",
		Example: "guildsctl issue list --at acme/research\nguildsctl issue resolve --all --at acme/research",
	}
	return app.Group(cmd, list(a), show(a), resolve(a))
}

// listed are the columns of list. The id stays at any width: the other verbs need it.
var listed = []print.Column[api.Issue]{
	{Head: "Guild", Value: func(i api.Issue) any { return i.Guild }},
	{Head: "Status", Value: func(i api.Issue) any { return print.State(i.Status) }},
	{Head: "Category", Value: func(i api.Issue) any { return i.Category }},
	{Head: "Title", Value: func(i api.Issue) any { return i.Title }, Clip: true},
	{Head: "Reported", Value: func(i api.Issue) any { return i.CreatedAt }},
	{Head: "Id", Value: func(i api.Issue) any { return i.ID }},
}

// shown are the lines of a single issue.
var shown = []print.Column[api.Issue]{
	{Head: "Title", Value: func(i api.Issue) any { return i.Title }},
	{Head: "Status", Value: func(i api.Issue) any { return print.State(i.Status) }},
	{Head: "Category", Value: func(i api.Issue) any { return i.Category }},
	{Head: "Tool", Value: func(i api.Issue) any { return i.Tool }},
	{Head: "Agent", Value: func(i api.Issue) any { return i.Agent }},
	{Head: "Run", Value: func(i api.Issue) any { return i.RunID }},
	{Head: "Call", Value: func(i api.Issue) any { return i.CallID }},
	{Head: "Reported", Value: func(i api.Issue) any { return i.CreatedAt }},
	{Head: "Resolved", Value: func(i api.Issue) any { return i.ResolvedAt }},
	{Head: "Resolved by", Value: func(i api.Issue) any { return i.ResolvedBy }},
	{Head: "Note", Value: func(i api.Issue) any { return i.Note }},
	{Head: "Id", Value: func(i api.Issue) any { return i.ID }},
	{Head: "Details", Value: func(i api.Issue) any { return i.Details }},
}
