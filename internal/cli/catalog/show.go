package catalog

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// show shows a published row to everyone, and any row to an instance admin.
func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show SLUG",
		Short:   "Show a connector, what Connect asks for, and its published tools",
		Example: "guildsctl catalog show qonto\nguildsctl catalog show qonto --jq '.fields[].name'",
		Args:    app.Args,
	}
	format := print.Flags[api.Server](cmd)
	a.CompleteArgs(cmd, app.Servers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		s, err := f.Server(ctx, args[0])
		if err != nil {
			return err
		}
		return showServer(a.Printer(format), s)
	})
	return cmd
}

// fields are the columns of what Connect asks for.
var fields = []print.Column[api.ConnectField]{
	{Head: "Field", Value: func(f api.ConnectField) any { return f.Name }},
	{Head: "Label", Value: func(f api.ConnectField) any { return f.Label }},
	{Head: "Secret", Value: func(f api.ConnectField) any { return f.Secret }},
	{Head: "Required", Value: func(f api.ConnectField) any { return !f.Optional }},
	{Head: "Help", Value: func(f api.ConnectField) any { return f.Help }, Clip: true},
}

// tools are the columns of the published copy of the tools.
var tools = []print.Column[api.PublishedTool]{
	{Head: "Tool", Value: func(t api.PublishedTool) any { return t.Name }},
	{Head: "Published", Value: func(t api.PublishedTool) any { return t.Published }},
	{Head: "Copy", Value: func(t api.PublishedTool) any { return t.CopySource }},
	{Head: "Description", Value: func(t api.PublishedTool) any { return print.Brief(t.Description) }, Clip: true},
}

// showServer prints a connector and, under it, its two tables.
func showServer(p *print.Printer, s api.Server) error {
	if done, err := p.Data(s); done {
		return err
	}
	if err := print.Pairs(p, s, shown); err != nil {
		return err
	}
	if len(s.Fields) > 0 {
		fmt.Fprintln(p.Out)
		if err := print.Table(p, s.Fields, fields); err != nil {
			return err
		}
	}
	if len(s.Tools) == 0 {
		return nil
	}
	fmt.Fprintln(p.Out)
	return print.Table(p, s.Tools, tools)
}
