package run

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// shown are the lines of a single run.
var shown = []print.Column[api.RunDetail]{
	{Head: "Agent", Value: func(r api.RunDetail) any { return r.Agent }},
	{Head: "Status", Value: func(r api.RunDetail) any { return print.State(r.Status) }},
	{Head: "Error", Value: func(r api.RunDetail) any { return r.Error }},
	{Head: "Title", Value: func(r api.RunDetail) any { return r.Title }},
	{Head: "Trigger", Value: func(r api.RunDetail) any { return r.Trigger }},
	{Head: "Caller", Value: func(r api.RunDetail) any { return r.Caller }},
	{Head: "Model", Value: func(r api.RunDetail) any { return snapshot(r).Model }},
	{Head: "Budget", Value: func(r api.RunDetail) any { return budget(r) }},
	{Head: "Flags", Value: func(r api.RunDetail) any { return flags(snapshot(r)) }},
	{Head: "Connections", Value: func(r api.RunDetail) any { return logins(snapshot(r)) }},
	{Head: "Tools", Value: func(r api.RunDetail) any { return tools(snapshot(r)) }},
	{Head: "Took", Value: func(r api.RunDetail) any { return took(r.Usage) }},
	{Head: "Started", Value: func(r api.RunDetail) any { return r.CreatedAt }},
	{Head: "Generations", Value: func(r api.RunDetail) any { return generations(r.Generations) }},
	{Head: "Id", Value: func(r api.RunDetail) any { return r.ID }},
}

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show RUN",
		Short: "Show a run: what it offers, what it took, and each of its generations",
		Long: "Show a run with the snapshot that it was started with. What was said and done in it\n" +
			"shows run tail. --json has the prompt and every offered tool with its schema.",
		Example: "guildsctl run show last\nguildsctl run show last --jq .snapshot.system",
		Args:    app.Args,
	}
	format := print.Flags[api.RunDetail](cmd)
	a.CompleteArgs(cmd, runs)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		id, err := id(ctx, f, args[0])
		if err != nil {
			return err
		}
		found, err := f.GetRun(ctx, id)
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), found, shown)
	})
	return cmd
}

func snapshot(r api.RunDetail) api.Snapshot {
	if r.Snapshot == nil {
		return api.Snapshot{}
	}
	return *r.Snapshot
}

// flags names those of the agent's flags that the run started with.
func flags(s api.Snapshot) []string {
	var on []string
	for _, flag := range []struct {
		name string
		on   bool
	}{{"browser", s.Browser}, {"coding", s.Coding}, {"scripting", s.Scripting}, {"memory", s.Memory}} {
		if flag.on {
			on = append(on, flag.name)
		}
	}
	return on
}

func budget(r api.RunDetail) string {
	if r.Snapshot == nil {
		return ""
	}
	return fmt.Sprintf("%d tool calls in each generation", r.Snapshot.MaxToolCalls)
}

func logins(s api.Snapshot) []string {
	var names []string
	for _, l := range s.Logins {
		names = append(names, l.Server)
	}
	return names
}

// tools names the native tools, and counts those of each connector.
func tools(s api.Snapshot) string {
	var native []string
	counts := map[string]int{}
	for _, t := range s.Tools {
		if t.ConnectionID == "" {
			native = append(native, t.Name)
		}
		counts[t.ConnectionID]++
	}
	text := strings.Join(native, ", ")
	for _, l := range s.Logins {
		text += fmt.Sprintf("\n%s: %d", l.Server, counts[l.ConnectionID])
	}
	return text
}

// took says what generations took, in words.
func took(u api.Usage) string {
	text := fmt.Sprintf("%s, %d tokens in, %d out", calls(u.ToolCalls), u.PromptTokens, u.CompletionTokens)
	if u.CachedTokens > 0 {
		text += fmt.Sprintf(" (%d cached)", u.CachedTokens)
	}
	if u.Cost != "" {
		text += ", " + dollars(u.Cost)
	}
	return text
}

func calls(n int) string {
	if n == 1 {
		return "1 tool call"
	}
	return fmt.Sprintf("%d tool calls", n)
}

// generations are a line each.
func generations(all []api.Generation) string {
	var b strings.Builder
	for _, g := range all {
		first, _, _ := strings.Cut(g.Message, "\n")
		fmt.Fprintf(&b, "%d  %s  %s  %s\n", g.Number, g.Status, took(g.Usage), print.Clip(print.Cell(first), 60))
		if g.Error != "" {
			fmt.Fprintf(&b, "   %s\n", print.Cell(g.Error))
		}
	}
	return b.String()
}
