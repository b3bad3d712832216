package collection

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func remove(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "delete NAME",
		Aliases: []string{"rm"},
		Short:   "Delete a collection with its records",
		Long:    "Delete a collection with its records and grants. It first says how many records go,\nand asks; a script says --yes. With --dry-run it only says so.",
		Example: "guildsctl collection delete orders --dry-run\nguildsctl collection delete orders --yes",
		Args:    app.Args,
	}
	format := print.Flags[api.CollectionRemoval](cmd)
	at := a.At(cmd, about)
	dryRun := cmd.Flags().Bool("dry-run", false, "delete nothing, and say how many records would go")
	yes := cmd.Flags().BoolP("yes", "y", false, "delete without asking")
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		planned, err := f.DeleteCollection(ctx, found.ID, true)
		if err != nil {
			return err
		}
		a.Note("%s", takes(found, planned))
		if *dryRun {
			_, err := a.Printer(format).Data(planned)
			return err
		}
		if err := a.Confirm(ctx, *yes, "Delete collection "+found.Name+"?"); err != nil {
			return err
		}
		done, err := f.DeleteCollection(ctx, found.ID, false)
		if err != nil {
			return err
		}
		a.Note("Deleted collection %s of %s.", found.Name, found.Scope)
		_, err = a.Printer(format).Data(done)
		return err
	})
	return cmd
}

// takes tells what a deletion takes with it.
func takes(c api.Collection, r api.CollectionRemoval) string {
	text := fmt.Sprintf("Deleting collection %s of %s removes %d records", c.Name, c.Scope, r.Records)
	if len(r.Grants) > 0 {
		text += " and the grants " + strings.Join(r.Grants, ", ")
	}
	return text + "."
}
