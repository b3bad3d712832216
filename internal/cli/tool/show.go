package tool

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/toolargs"
)

// show leaves the schemas to --json; a person reads the table of arguments.
func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show a tool and the arguments that it takes",
		Long:    "Show a tool as a scope sees it, and its arguments. The schemas themselves, as the\nserver listed it and as a model gets it, are in --json.",
		Example: "guildsctl tool show everything_echo --at acme/research/scout\nguildsctl tool show everything_echo --at acme --jq .offered_schema",
		Args:    app.Args,
	}
	format := print.Flags[api.ToolDetail](cmd)
	at := a.At(cmd, "the scope that sees the tool")
	a.CompleteArgs(cmd, app.Tools)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		t, err := f.GetTool(ctx, args[0], api.ToolQuery{ScopeID: scope.ID})
		if err != nil {
			return err
		}
		return showTool(a.Printer(format), t)
	})
	return cmd
}

// arguments are the columns of what a tool takes.
var arguments = []print.Column[toolargs.Property]{
	{Head: "Argument", Value: func(p toolargs.Property) any { return p.Name }},
	{Head: "Type", Value: func(p toolargs.Property) any { return typeOf(p) }},
	{Head: "One of", Value: func(p toolargs.Property) any { return choices(p) }, Clip: true},
	{Head: "Required", Value: func(p toolargs.Property) any { return p.Required }},
	{Head: "Description", Value: func(p toolargs.Property) any { return p.Description }, Clip: true},
}

// showTool prints a tool and, under it, the table of its arguments.
func showTool(p *print.Printer, t api.ToolDetail) error {
	if done, err := p.Data(t); done {
		return err
	}
	if err := print.Pairs(p, t, shown); err != nil {
		return err
	}
	properties, err := declared(t)
	if err != nil || len(properties) == 0 {
		return err
	}
	fmt.Fprintln(p.Out)
	return print.Table(p, properties, arguments)
}
