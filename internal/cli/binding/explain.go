package binding

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// explain shows the daemon's own walk: nothing is resolved here.
func explain(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain NAME",
		Short: "Show level by level which binding decides",
		Long: "Show the walk from the platform down to a scope for a connector or a tool. The row\n" +
			"that decides is marked. For a connector's tool the connector's own walk follows,\n" +
			"because a connector that is off keeps its tools off.",
		Example: "guildsctl binding explain everything_echo --at acme/research/scout",
		Args:    app.Args,
	}
	format := print.Flags[api.Explanation](cmd)
	at := a.At(cmd, "the scope at which the walk ends")
	a.CompleteArgs(cmd, app.Items)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		walk, err := f.ExplainBinding(ctx, api.ExplainQuery{ScopeID: scope.ID, Name: args[0]})
		if err != nil {
			return err
		}
		return showWalk(a.Printer(format), walk)
	})
	return cmd
}

// steps are the columns of a walk, from the platform down.
var steps = []print.Column[api.Step]{
	{Head: " ", Value: func(s api.Step) any { return mark(s.Decides) }},
	{Head: "Level", Value: func(s api.Step) any { return s.Level }},
	{Head: "Scope", Value: func(s api.Step) any { return s.Scope }},
	{Head: "Binding", Value: func(s api.Step) any { return print.State(s.Row) }},
	{Head: "Login", Value: func(s api.Step) any { return s.Connection }},
	{Head: "State", Value: func(s api.Step) any { return onOff(s.Enabled) }},
}

// mark stands before the row that decides, in a pipe as on a terminal.
func mark(decides bool) string {
	if decides {
		return ">"
	}
	return ""
}

// showWalk prints a walk, that of its server, and a sentence that sums them up.
func showWalk(p *print.Printer, walk api.Explanation) error {
	if done, err := p.Data(walk); done {
		return err
	}
	if err := print.Table(p, walk.Steps, steps); err != nil {
		return err
	}
	if walk.Server != nil {
		fmt.Fprintf(p.Out, "\nIts connector, %s:\n", print.Cell(walk.Server.Name))
		if err := print.Table(p, walk.Server.Steps, steps); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.Out, "\n%s\n", print.Cell(sentence(walk)))
	return err
}

// sentence says in words where the walk ended, why, and with which login.
func sentence(walk api.Explanation) string {
	s := fmt.Sprintf("%s is %s at %s", walk.Name, onOff(walk.Enabled), walk.Scope)
	if walk.Reason != s {
		s += ", because " + walk.Reason
	}
	if walk.Enabled && walk.Connection != "" {
		s += "; it uses the login " + walk.Connection
	}
	return s + "."
}
