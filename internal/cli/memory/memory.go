// Package memory holds the commands about what agents remember.
package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command memory.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "memory",
		Aliases: []string{"memories"},
		Short:   "Read, write and restore what an agent remembers",
		Long: "An agent's memory is one text of at most 12,000 characters, which each of its runs\n" +
			"begins with. Of the versions before it the newest 50 are kept.",
		Example: "guildsctl memory show --at acme/research/scout\nguildsctl memory revisions --at acme/research/scout",
	}
	return app.Group(cmd, show(a), write(a), revisions(a), restore(a))
}

// agentFlag adds a required --at for an agent.
func agentFlag(a *app.App, cmd *cobra.Command) *string {
	return a.At(cmd, "the agent that is meant, as a scope")
}

// kept are the columns of revisions. The id stays at any width: restore needs it.
var kept = []print.Column[api.MemoryRevision]{
	{Head: "Written", Value: func(r api.MemoryRevision) any { return r.WrittenAt }},
	{Head: "By", Value: func(r api.MemoryRevision) any { return r.Author }},
	{Head: "Run", Value: func(r api.MemoryRevision) any { return r.RunID }, Extra: true},
	{Head: "Characters", Value: func(r api.MemoryRevision) any { return r.Characters }},
	{Head: "Replaced", Value: func(r api.MemoryRevision) any { return r.ReplacedAt }},
	{Head: "Id", Value: func(r api.MemoryRevision) any { return r.ID }},
}

// tell says how long a memory is now.
func tell(a *app.App, format *print.Format, agent api.Scope, m api.Memory) error {
	a.Note("The memory of %s has %d characters of 12,000 now.", agent.Path, m.Characters)
	_, err := a.Printer(format).Data(m)
	return err
}

// revisionsOf completes the ids of an agent's earlier versions.
func revisionsOf(ctx context.Context, f app.Finder, at string) ([]cobra.Completion, error) {
	scope, err := f.NeedScope(ctx, at)
	if err != nil {
		return nil, err
	}
	found, err := f.ListMemoryRevisions(ctx, scope.ID)
	var words []cobra.Completion
	for _, r := range found {
		words = append(words, cobra.CompletionWithDesc(r.ID, r.WrittenAt.Format("2006-01-02 15:04")+" by "+r.Author))
	}
	return words, err
}
