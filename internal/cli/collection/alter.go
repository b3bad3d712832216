package collection

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// alter goes the careful way where records are touched: first dry, to say what
// becomes of them, then, once confirmed, in earnest.
func alter(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "alter NAME",
		Short: "Change a collection's columns",
		Long: "Change a collection's columns, all that is named at once or nothing. A change that\n" +
			"records would not fit is refused and says which and how many. Where records change\n" +
			"or lose values it says so and asks; a script says --yes. With --dry-run nothing is\n" +
			"changed.\n\n" +
			"A column is declared anew with --set; its type stays. --default gives records that\n" +
			"lack a value one, and goes by the names after the change.",
		Example: "guildsctl collection alter orders --add country:text:required --default country=Nepal\n" +
			"guildsctl collection alter orders --rename price=cost --drop note --dry-run\n" +
			"guildsctl collection alter orders --set 'status:text:values=open|done|late' --yes",
		Args: app.Args,
	}
	format := print.Flags[api.AlteredCollection](cmd)
	at := a.At(cmd, about)
	patch := patchFlags(cmd)
	dryRun := cmd.Flags().Bool("dry-run", false, "change nothing, and say what would become of the records")
	yes := cmd.Flags().BoolP("yes", "y", false, "change records without asking")
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		wanted, err := patch(found)
		if err != nil {
			return err
		}
		altered, err := f.AlterCollection(ctx, found.ID, wanted, true)
		if err != nil {
			return err
		}
		for _, effect := range altered.Effects {
			a.Note("%s.", effect)
		}
		if !*dryRun {
			if len(altered.Effects) > 0 {
				if err := a.Confirm(ctx, *yes, "Alter "+found.Name+"?"); err != nil {
					return err
				}
			}
			if altered, err = f.AlterCollection(ctx, found.ID, wanted, false); err != nil {
				return err
			}
		}
		if done, err := a.Printer(format).Data(altered); done {
			return err
		}
		return print.Pairs(a.Printer(format), altered.Collection, shown)
	})
	return cmd
}

// patchFlags adds the flags that describe a change. What it returns reads them.
func patchFlags(cmd *cobra.Command) func(api.Collection) (api.CollectionPatch, error) {
	fl := cmd.Flags()
	add := fl.StringArray("add", nil, "a `column` to add, as in create; repeat it for more")
	set := fl.StringArray("set", nil, "a `column` that is there, declared anew; repeat it for more")
	drop := fl.StringArray("drop", nil, "the `name` of a column that goes with its values")
	rename := fl.StringArray("rename", nil, "a column's `OLD=NEW` name")
	defaults := fl.StringArray("default", nil, "`NAME=VALUE` for the records that lack a value")
	description := fl.String("description", "", "one line of `text` that agents read")
	return func(of api.Collection) (p api.CollectionPatch, err error) {
		if fl.Changed("description") {
			p.Description = description
		}
		if p.Add, err = columns("add", *add); err != nil {
			return p, err
		}
		if p.Change, err = columns("set", *set); err != nil {
			return p, err
		}
		p.Drop, p.Rename, p.Defaults = *drop, map[string]string{}, map[string]json.RawMessage{}
		for _, pair := range *rename {
			before, after, is := strings.Cut(pair, "=")
			if !is {
				return p, app.Usage("for example --rename price=cost", "--rename %q is not OLD=NEW", pair)
			}
			p.Rename[before] = after
		}
		for _, pair := range *defaults {
			name, value, is := strings.Cut(pair, "=")
			if !is {
				return p, app.Usage("for example --default country=Nepal", "--default %q is not NAME=VALUE", pair)
			}
			p.Defaults[name] = app.CellValue(after(of, p, name), []string{value})
		}
		return p, nil
	}
}

// after returns the column that a name stands for once a change is made.
func after(of api.Collection, p api.CollectionPatch, name string) api.Column {
	for _, c := range p.Add {
		if c.Name == name {
			return c
		}
	}
	for _, c := range of.Columns {
		if c.Name == name || p.Rename[c.Name] == name {
			return c
		}
	}
	return api.Column{} // the daemon says that there is none
}
