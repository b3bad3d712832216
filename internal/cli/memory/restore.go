package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// restore asks nothing: what it replaces is kept as a revision.
func restore(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "restore REVISION",
		Short:   "Make an earlier version the memory again",
		Long:    "Make an earlier version an agent's memory again. The one before it is kept as a\nrevision, so this can be undone.",
		Example: "guildsctl memory restore 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --at acme/research/scout",
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
		m, err := f.RestoreMemoryRevision(ctx, agent.ID, args[0])
		if err != nil {
			return err
		}
		return tell(a, format, agent, m)
	})
	return cmd
}
