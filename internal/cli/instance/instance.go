// Package instance holds the commands about the box itself: instance, status,
// doctor, config.
package instance

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command instance.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "instance",
		Aliases: []string{"instances"},
		Short:   "Show how you were let in and what the box's integrations switch on",
		Long:    "An integration is something that the box as a whole can do once its variables are\nset in the daemon's environment. Values are never shown.",
		Example: "guildsctl instance\nguildsctl instance --jq '.integrations[] | select(.state != \"on\").name'",
		Args:    app.Args,
	}
	format := print.Flags[api.Instance](cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		i, err := f.GetInstance(ctx)
		if err != nil {
			return err
		}
		return showInstance(a.Printer(format), i)
	})
	return cmd
}

// shown are the lines about the box.
var shown = []print.Column[api.Instance]{
	{Head: "Let in by", Value: func(i api.Instance) any { return i.AuthMode }},
}

// integrations are the columns of what its variables switch on.
var integrations = []print.Column[api.Integration]{
	{Head: "Integration", Value: func(i api.Integration) any { return i.Name }},
	{Head: "State", Value: func(i api.Integration) any { return print.State(i.State) }},
	{Head: "Not set", Value: func(i api.Integration) any { return unset(i) }, Clip: true},
	{Head: "Switches on", Value: func(i api.Integration) any { return print.Brief(i.Summary) }, Clip: true, Extra: true},
}

// showInstance prints how the caller was let in and, under it, the
// integrations.
func showInstance(p *print.Printer, i api.Instance) error {
	if done, err := p.Data(i); done {
		return err
	}
	if err := print.Pairs(p, i, shown); err != nil {
		return err
	}
	fmt.Fprintln(p.Out)
	return print.Table(p, i.Integrations, integrations)
}

// unset lists the required variables that an integration lacks.
func unset(i api.Integration) string {
	var names []string
	for _, v := range i.Variables {
		if v.Required && !v.Set {
			names = append(names, v.Name)
		}
	}
	return strings.Join(names, ", ")
}
