package record

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list COLLECTION",
		Aliases: []string{"ls"},
		Short:   "List the records of a collection, all or those that fit",
		Long:    "List records, the newest first unless --order or --since says otherwise.\n\n" + terms,
		Example: "guildsctl record list orders --where status=open --where 'price>=100' --order price --desc\n" +
			"guildsctl record list orders --since 2026-03-01 --limit 100 --json",
		Args: app.Args,
	}
	format := print.Flags[api.Record](cmd)
	at := a.At(cmd, about)
	wanted := cmd.Flags().StringArray("where", nil, "a `term`; repeat it for more, at most 8, all of which must fit")
	var q api.RecordQuery
	cmd.Flags().StringVar(&q.Since, "since", "", "only records changed at this `moment` or later, the oldest change first")
	cmd.Flags().StringVar(&q.Order, "order", "", "the `column` to order by; also id, created_at or updated_at")
	cmd.Flags().BoolVar(&q.Desc, "desc", false, "order from the greatest down")
	cmd.Flags().IntVar(&q.Limit, "limit", 20, "records at most, up to 100")
	cmd.Flags().IntVar(&q.Offset, "offset", 0, "records to pass over first")
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		of, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		if q.Where, err = where(of, *wanted); err != nil {
			return err
		}
		page, err := f.ListRecords(ctx, of.ID, q)
		if err != nil {
			return err
		}
		none := of.Name + " holds no record."
		if page.Hint != "" {
			none = "No record fits; " + page.Hint + "."
		}
		if err := print.List(a.Printer(format), page.Records, shown(of), none); err != nil {
			return err
		}
		switch {
		case page.Hint != "" && len(page.Records) > 0:
			a.Note("%d records; %s.", len(page.Records), page.Hint)
		case page.Total > len(page.Records):
			a.Note("%d of %d records.", len(page.Records), page.Total)
		}
		return nil
	})
	return cmd
}
