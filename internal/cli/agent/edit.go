package agent

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// edit sends only the settings that were named, so that one that shall be empty can
// be told from one that shall stay.
func edit(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "edit PATH",
		Short: "Change an agent's settings, and say what changed",
		Long: "Change the settings that the flags name and leave the rest. A run on its way keeps\n" +
			"the settings that it began with.",
		Example: "guildsctl agent edit acme/research/scout --model openrouter/openai/gpt-5-mini --max-tool-calls 50\n" +
			"guildsctl agent edit acme/research/scout --coding --no-browser --instructions @scout.md",
		Args: app.Args,
	}
	format := print.Flags[api.Agent](cmd)
	read := settingFlags(a, cmd)
	a.CompleteArgs(cmd, app.ScopesOf(noun.Level))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		patch, err := read()
		if err != nil {
			return err
		}
		if patch == (api.AgentPatch{}) {
			return app.Usage("guildsctl agent edit --help lists the flags", "nothing to change was named")
		}
		before, err := find(ctx, f, args[0])
		if err != nil {
			return err
		}
		after, err := f.EditAgent(ctx, before.ID, patch)
		if err != nil {
			return err
		}
		report(a, before, after)
		_, err = a.Printer(format).Data(after)
		return err
	})
	return cmd
}

// settingFlags adds a flag for each setting. What it returns makes a patch of those
// that were given.
func settingFlags(a *app.App, cmd *cobra.Command) func() (api.AgentPatch, error) {
	var p api.AgentPatch
	fl := cmd.Flags()
	model := fl.String("model", "", "its `model`, openrouter/ID or deepinfra/ID; empty for none")
	instructions := fl.String("instructions", "", "the `text` itself, @FILE, or - for standard input")
	calls := fl.Int("max-tool-calls", 0, "tool calls in each generation at most, 1 to 1000")
	scripts := fl.Int("max-scripts", 0, "scripts that it may keep, 0 to 100")
	switches := []func() error{
		onOff(fl, "coding", "the code tools", &p.Coding),
		onOff(fl, "browser", "the browser tools", &p.Browser),
		onOff(fl, "scripting", "the script tools", &p.Scripting),
		onOff(fl, "memory", "memory_write", &p.Memory),
	}
	a.CompleteFlag(cmd, "model", app.Models)
	return func() (api.AgentPatch, error) {
		take(fl, "model", &p.Model, model)
		take(fl, "max-tool-calls", &p.MaxToolCalls, calls)
		take(fl, "max-scripts", &p.MaxScripts, scripts)
		for _, read := range switches {
			if err := read(); err != nil {
				return p, err
			}
		}
		if !fl.Changed("instructions") {
			return p, nil
		}
		text, _, err := a.Value(*instructions)
		if err != nil {
			return p, app.Usage("", "--instructions: %v", err)
		}
		p.Instructions = &text
		return p, nil
	}
}

// take puts a flag's value in a field, where the flag was given.
func take[T any](fl *pflag.FlagSet, name string, field **T, value *T) {
	if fl.Changed(name) {
		*field = value
	}
}

// onOff adds --NAME and --no-NAME. What it returns reads them into field.
func onOff(fl *pflag.FlagSet, name, what string, field **bool) func() error {
	on := fl.Bool(name, false, "offer "+what+" to its runs")
	off := fl.Bool("no-"+name, false, "do not offer "+what)
	return func() error {
		switch said, denied := fl.Changed(name), fl.Changed("no-"+name); {
		case said && denied:
			return app.Usage("leave one of them out", "--%s and --no-%s contradict each other", name, name)
		case said:
			*field = on
		case denied:
			*field = new(!*off)
		}
		return nil
	}
}

// report tells on standard error what an edit changed.
func report(a *app.App, before, after api.Agent) {
	changed := false
	for _, c := range settings {
		was, is := c.Value(before), c.Value(after)
		if was != is {
			changed = true
			a.Note("%s: %s → %s", c.Head, brief(was), brief(is))
		}
	}
	if !changed {
		a.Note("%s had these settings already.", after.Path)
	}
}

// maxBrief is how much of a text a report shows, in columns.
const maxBrief = 40

// brief is a setting on one line, cut where it is long.
func brief(setting any) string {
	if setting == "" {
		return "none"
	}
	return print.Clip(print.Cell(fmt.Sprint(setting)), maxBrief)
}
