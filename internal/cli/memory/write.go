package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func write(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "write [SOURCE]",
		Short: "Replace all that an agent remembers",
		Long: "Replace an agent's memory with a file (@NAME), standard input (-) or --content. The\n" +
			"version before it is kept: guildsctl memory revisions lists it.",
		Example: "guildsctl memory write @memory.md --at acme/research/scout\nguildsctl memory write --content '' --at acme/research/scout",
		Args:    app.Args,
	}
	format := print.Flags[api.Memory](cmd)
	at := agentFlag(a, cmd)
	content := a.Content(cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		agent, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		text, err := content.Read(args)
		if err != nil {
			return err
		}
		m, err := f.PutMemory(ctx, agent.ID, api.MemoryContent{Content: text})
		if err != nil {
			return err
		}
		return tell(a, format, agent, m)
	})
	return cmd
}
