package scope

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// create finds the parent by the path, which the API wants as an id.
func create(a *app.App, n Noun) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "create PATH",
		Short:   "Make " + n.lower(),
		Long:    fmt.Sprintf("Make %s. PATH has the form %s;\nwhat stands before the last part must exist. Each part is up to 63 lower-case\nletters, digits and hyphens, a letter first.", n.lower(), n.Path),
		Example: fmt.Sprintf("guildsctl %s create %s\nguildsctl %s create %s --name \"A name for people\"", n.Word, n.Example, n.Word, n.Example),
		Args:    app.Args,
	}
	format := print.Flags[api.Scope](cmd)
	name := cmd.Flags().String("name", "", "a `name` for people")
	model := new(string)
	if n.Level == "agent" {
		cmd.Flags().StringVar(model, "model", "", "its `model`, openrouter/ID or deepinfra/ID")
		a.CompleteFlag(cmd, "model", app.Models)
	}
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		parent, slug, err := n.split(args[0])
		if err != nil {
			return err
		}
		above, err := f.Scope(ctx, parent)
		if err != nil {
			return err
		}
		made, err := f.CreateScope(ctx, api.NewScope{ParentID: above.ID, Slug: slug, Name: *name, Model: *model})
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), made, columns)
	})
	return cmd
}
