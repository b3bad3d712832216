package record

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// imported is the result of an import.
type imported struct {
	DryRun bool `json:"dry_run"`
	Lines  int  `json:"lines"`
	Added  int  `json:"added"`
	Merged int  `json:"merged"`
}

// importing checks all that is to come before it adds the first record.
func importing(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import COLLECTION FILE",
		Short: "Add records from JSON lines or CSV",
		Long: "Add the records of a file, or of standard input where FILE is a hyphen: one JSON\n" +
			"object a line, or CSV whose first line names the columns. In CSV an empty field is\n" +
			"no value, and the items of an array are separated by |.\n\n" +
			"Every record is checked first, and every problem is named by its line; with one,\n" +
			"none is added. Records that are there already, by the unique column, are merged.",
		Example: "guildsctl record import orders orders.csv --dry-run\n" +
			"jq -c '.[]' orders.json | guildsctl record import orders -",
		Args: app.Args,
	}
	format := print.Flags[imported](cmd)
	at := a.At(cmd, about)
	kind := cmd.Flags().String("format", "", "the `format`: csv or jsonl; by the file's name when left out")
	dryRun := cmd.Flags().Bool("dry-run", false, "add nothing, and only check")
	a.CompleteArgs(cmd, app.Collections)
	a.CompleteFlag(cmd, "format", app.Words("csv", "jsonl"))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		of, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		rows, err := readRows(a, of, args[1], *kind)
		if err != nil {
			return err
		}
		i := importer{f: f, of: of, rows: rows, progress: a.Progress()}
		defer i.progress.End()
		if err := i.check(ctx); err != nil {
			return err
		}
		if !*dryRun {
			if err := i.add(ctx); err != nil {
				return err
			}
		}
		i.progress.End()
		result := imported{DryRun: *dryRun, Lines: len(rows), Added: i.added, Merged: i.merged}
		if done, err := a.Printer(format).Data(result); done {
			return err
		}
		if *dryRun {
			a.Note("All %d records fit %s.", len(rows), of.Name)
			return nil
		}
		a.Note("Added %d records to %s, and merged %d into those that were there.", i.added, of.Name, i.merged)
		return nil
	})
	return cmd
}

// importer sends rows a batch at a time.
type importer struct {
	f             app.Finder
	of            api.Collection
	rows          []row
	progress      *app.Progress
	added, merged int
}

// each calls send for one batch after another.
func (i *importer) each(doing string, send func(batch []row) error) error {
	for from := 0; from < len(i.rows); from += api.MaxAddedRecords {
		i.progress.Show("%s: %d of %d", doing, from, len(i.rows))
		if err := send(i.rows[from:min(from+api.MaxAddedRecords, len(i.rows))]); err != nil {
			return err
		}
	}
	return nil
}

// check has the daemon check every row, and returns the problems of all.
func (i *importer) check(ctx context.Context) error {
	var problems []api.FieldProblem
	err := i.each("Checking", func(batch []row) error {
		_, err := i.f.AddRecords(ctx, i.of.ID, bodies(batch), true)
		rejected, is := errors.AsType[*api.Problem](err)
		if !is || len(rejected.Errors) == 0 {
			return err
		}
		for _, p := range rejected.Errors {
			problems = append(problems, byLine(batch, p))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return app.Usages("correct them and import again; nothing was added", "not every record fits "+i.of.Name, problems)
}

func (i *importer) add(ctx context.Context) error {
	return i.each("Adding", func(batch []row) error {
		done, err := i.f.AddRecords(ctx, i.of.ID, bodies(batch), false)
		if err != nil {
			return fmt.Errorf("the records before line %d were added: %w", batch[0].line, err)
		}
		for _, r := range done.Records {
			if r.Merged {
				i.merged++
			} else {
				i.added++
			}
		}
		return nil
	})
}

func bodies(batch []row) api.NewRecords {
	var n api.NewRecords
	for _, r := range batch {
		n.Records = append(n.Records, r.body)
	}
	return n
}

var place = regexp.MustCompile(`records\[(\d+)\]\.?(?:body\.?)?`)

// byLine names a problem by the line that its record stands in.
func byLine(batch []row, p api.FieldProblem) api.FieldProblem {
	found := place.FindStringSubmatchIndex(p.Location)
	if found == nil {
		return p
	}
	n, err := strconv.Atoi(p.Location[found[2]:found[3]])
	if err != nil || n >= len(batch) {
		return p
	}
	p.Location = strings.TrimSpace(fmt.Sprintf("line %d %s", batch[n].line, p.Location[found[1]:]))
	return p
}
