package app

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Group makes cmd a command that only holds others: alone it shows its help, and
// a word that is none of its commands is wrong usage with a suggestion.
func Group(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(commands...)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return unknown(cmd, args[0])
	}
	return cmd
}

// unknown is the error for a word that names no command.
func unknown(cmd *cobra.Command, word string) error {
	cmd.SuggestionsMinimumDistance = 2
	hint := cmd.CommandPath() + " --help lists the commands"
	if near := cmd.SuggestionsFor(word); len(near) > 0 {
		hint = "did you mean " + cmd.CommandPath() + " " + near[0] + "?"
	}
	return Usage(hint, "%q has no command %q", cmd.CommandPath(), word)
}

// Args checks that a command is given exactly the arguments that its usage line
// names; those in square brackets may be left out.
func Args(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	needed := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name[0] == '[' })
	hint := "usage: " + cmd.UseLine()
	if len(args) < len(needed) {
		return Usage(hint, "%s is missing", strings.Join(needed[len(args):], " and "))
	}
	if len(args) > len(names) {
		if json := cmd.Flags().Lookup("json"); json != nil && json.Changed {
			hint = "fields come after an equals sign: --json=" + args[len(args)-1]
		}
		return Usage(hint, "%q takes no %q", cmd.CommandPath(), args[len(names)])
	}
	return nil
}

// Run makes the body of a command that talks to the daemon.
func (a *App) Run(body func(ctx context.Context, f Finder, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		f, err := a.Finder()
		if err != nil {
			return err
		}
		return body(cmd.Context(), f, args)
	}
}
