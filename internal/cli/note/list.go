package note

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List the notes that a scope sees",
		Example: "guildsctl note list --at acme/research/scout\nguildsctl note list --at acme --json=path,bytes",
		Args:    app.Args,
	}
	format := print.Flags[api.NoteItem](cmd)
	at := a.At(cmd, "the scope whose notes are wanted")
	level := levelFlag(a, cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		found, err := all(ctx, f, api.NoteQuery{ScopeID: scope.ID, Level: *level})
		if err != nil {
			return err
		}
		slices.SortFunc(found, func(a, b api.NoteItem) int { return cmp.Compare(a.Path, b.Path) })
		return print.List(a.Printer(format), found, listed,
			"There is no note here. Write one with: guildsctl note write PATH @FILE --at "+scope.Path)
	})
	return cmd
}

// levelFlag adds the flag --level.
func levelFlag(a *app.App, cmd *cobra.Command) *string {
	level := cmd.Flags().String("level", "", "only notes of this `level`: agent, guild or org")
	a.CompleteFlag(cmd, "level", app.Words("agent", "guild", "org"))
	return level
}
