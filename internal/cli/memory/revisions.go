package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func revisions(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "revisions",
		Short:   "List the earlier versions of an agent's memory",
		Long:    "List the earlier versions of an agent's memory, the newest first. One whole shows\nguildsctl memory show REVISION.",
		Example: "guildsctl memory revisions --at acme/research/scout\nguildsctl memory revisions --at acme/research/scout --json=id,written_at,run_id",
		Args:    app.Args,
	}
	format := print.Flags[api.MemoryRevision](cmd)
	at := agentFlag(a, cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		agent, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListMemoryRevisions(ctx, agent.ID)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, kept, "There is no earlier version.")
	})
	return cmd
}
