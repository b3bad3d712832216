package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// show gives an earlier version in the form of a memory, so that one --json serves
// both.
func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show [REVISION]",
		Short:   "Print what an agent remembers, or an earlier version",
		Example: "guildsctl memory show --at acme/research/scout\nguildsctl memory show --at acme/research/scout --jq .updated_at",
		Args:    app.Args,
	}
	format := print.Flags[api.Memory](cmd)
	at := agentFlag(a, cmd)
	a.CompleteArgs(cmd, revisionsOf)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		agent, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		var m api.Memory
		if len(args) > 0 {
			m, err = earlier(ctx, f, agent, args[0])
		} else {
			m, err = f.GetMemory(ctx, agent.ID)
		}
		if err != nil {
			return err
		}
		return print.Whole(a.Printer(format), m, m.Content)
	})
	return cmd
}

func earlier(ctx context.Context, f app.Finder, agent api.Scope, revision string) (api.Memory, error) {
	r, err := f.GetMemoryRevision(ctx, agent.ID, revision)
	return api.Memory{Content: r.Content, Characters: r.Characters, Author: r.Author, RunID: r.RunID, UpdatedAt: &r.WrittenAt}, err
}
