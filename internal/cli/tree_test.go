package cli_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli"
	"github.com/guildsbox/guilds/internal/cli/app"
)

func tree() *cobra.Command {
	return cli.Root(app.New(&bytes.Buffer{}, &bytes.Buffer{}, &bytes.Buffer{}, func(string) string { return "" }))
}

// each calls f for every command of the tree.
func each(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		each(sub, f)
	}
}

func TestEveryCommandExplainsItself(t *testing.T) {
	t.Parallel()
	each(tree(), func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: the short help %q is empty or ends with a full stop", path, cmd.Short)
		}
		for line := range strings.SplitSeq(cmd.Long, "\n") {
			if len(line) > 84 {
				t.Errorf("%s: the line %q of the long help is over 84 columns", path, line)
			}
		}
		if !strings.Contains(cmd.Example, path) {
			t.Errorf("%s: no example shows it", path)
		}
		if cmd.Args == nil || cmd.RunE == nil {
			t.Errorf("%s: it does not check its arguments, or does nothing", path)
		}
	})
}

func TestEveryFlagExplainsItself(t *testing.T) {
	t.Parallel()
	each(tree(), func(cmd *cobra.Command) {
		for line := range strings.SplitSeq(cmd.LocalFlags().FlagUsages(), "\n") {
			// A flag without help is a line that ends after its name and type.
			if name, help, _ := strings.Cut(strings.TrimSpace(line), "   "); name != "" && strings.TrimSpace(help) == "" {
				t.Errorf("%s: %q has no help", cmd.CommandPath(), name)
			}
		}
	})
}

// lines are the commands whose --json is a line for each event, as it comes, and
// which have no whole that --jq could ask.
var lines = []string{"guildsctl run", "guildsctl run reply", "guildsctl run tail"}

// A script meets the same flags at every verb.
func TestVerbsHaveTheFlagsOfTheirSiblings(t *testing.T) {
	t.Parallel()
	harmful := []string{"delete", "remove", "disconnect"}
	each(tree(), func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		if cmd.HasSubCommands() && path != "guildsctl run" || cmd.Name() == "completion" {
			return
		}
		for flag, wanted := range map[string]bool{
			"json": true, "jq": !slices.Contains(lines, path), "yes": slices.Contains(harmful, cmd.Name()),
		} {
			if wanted && cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s has no --%s", path, flag)
			}
		}
	})
}

// TestExamplesParse runs each example line up to the point where a command would
// start to work: its flags and arguments must be such as the command takes.
func TestExamplesParse(t *testing.T) {
	t.Parallel()
	each(tree(), func(documented *cobra.Command) {
		for line := range strings.SplitSeq(documented.Example, "\n") {
			args := words(line)
			cmd, rest, err := tree().Find(args)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if err := cmd.Args(cmd, cmd.Flags().Args()); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	})
}

// words splits an example into the arguments of guildsctl, as a shell would for
// the quotes that the examples use.
func words(line string) []string {
	_, line, _ = strings.Cut(line, "guildsctl ")
	line, _, _ = strings.Cut(line, " > ")
	var args []string
	var word strings.Builder
	var quote rune
	for _, r := range line + " " {
		switch {
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		case quote == 0 && r == ' ':
			args = append(args, word.String())
			word.Reset()
		default:
			word.WriteRune(r)
		}
	}
	return args
}
