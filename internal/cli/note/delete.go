package note

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// remove has nothing but the note itself to show before: it says which that is.
func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete PATH",
		Aliases: []string{"rm"},
		Short:   "Delete a note for good",
		Long:    "Delete a note for good. It says which that is, and asks; a script says --yes.",
		Example: "guildsctl note delete agent/plan.md --at acme/research/scout --yes",
		Args:    app.Args,
	}
	at := a.At(cmd, "the scope that sees the note")
	format := print.Flags[api.Note](cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
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
		a.Note("%s as %s sees it has %d bytes and was last written by %s.", n.Path, scope.Path, len(n.Content), n.Author)
		if err := a.Confirm(ctx, *yes, "Delete it?"); err != nil {
			return err
		}
		if err := f.DeleteNote(ctx, scope.ID, level, key); err != nil {
			return err
		}
		a.Note("Deleted %s.", n.Path)
		_, err = a.Printer(format).Data(n)
		return err
	})
	return cmd
}
