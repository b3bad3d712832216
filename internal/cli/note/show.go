package note

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show PATH",
		Aliases: []string{"get"},
		Short:   "Print a note",
		Long:    "Print a note as it was written. Who wrote it and when is in --json.",
		Example: "guildsctl note show agent/plan.md --at acme/research/scout\nguildsctl note show org/contacts.md --at acme --jq .author",
		Args:    app.Args,
	}
	format := print.Flags[api.Note](cmd)
	at := a.At(cmd, "the scope that sees the note")
	a.CompleteArgs(cmd, app.Notes)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		level, key, err := split(args[0])
		if err != nil {
			return err
		}
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		n, err := f.GetNote(ctx, scope.ID, level, key)
		if err != nil {
			return err
		}
		return print.Whole(a.Printer(format), n, n.Content)
	})
	return cmd
}
