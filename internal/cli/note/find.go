package note

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// find keeps the order of the daemon: names before contents, then the newest.
func find(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "find QUERY",
		Short: "Search the notes that a scope sees",
		Long: "Finds text as it stands in a note or in its name, or words in websearch grammar:\n" +
			"all of them, \"a phrase\", or, -not. Notes with it in their name come first, then\n" +
			"the newest.",
		Example: "guildsctl note find pears --at acme/research/scout\nguildsctl note find 'pears -apples' --at acme/research --level guild",
		Args:    app.Args,
	}
	format := print.Flags[api.NoteItem](cmd)
	at := a.At(cmd, "the scope whose notes are searched")
	level := levelFlag(a, cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		found, err := all(ctx, f, api.NoteQuery{ScopeID: scope.ID, Level: *level, Query: args[0]})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed, "No note that "+scope.Path+" sees holds that.")
	})
	return cmd
}
