package record

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func search(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "search COLLECTION QUERY",
		Short: "Find records by words in any column",
		Long: "Find records that hold words in any column, best first, at most 20. The words are as\n" +
			"in a web search: \"a phrase\", or, and -without. A single word is found inside longer\n" +
			"ones as well. Nothing is fuzzy.\n\n" + terms,
		Example: "guildsctl record search orders 'garden chair' --where status=open",
		Args:    app.Args,
	}
	format := print.Flags[api.Record](cmd)
	at := a.At(cmd, about)
	wanted := cmd.Flags().StringArray("where", nil, "a `term`; repeat it for more, at most 8, all of which must fit")
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		of, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		s := api.RecordSearch{Query: args[1]}
		if s.Where, err = where(of, *wanted); err != nil {
			return err
		}
		found, err := f.SearchRecords(ctx, of.ID, s)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, shown(of), "No record of "+of.Name+" holds it.")
	})
	return cmd
}
