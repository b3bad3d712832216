package cli

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
)

// shells are the shells for which completion writes a script.
var shells = map[string]func(root *cobra.Command, w io.Writer) error{
	"bash": func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"fish": func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
	"zsh":  func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) },
}

// Shells returns the names of the shells that can be completed in, sorted.
func Shells() []string { return slices.Sorted(maps.Keys(shells)) }

// completion replaces cobra's own command, which has no example and offers a
// shell that is not supported here.
func completion(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "Write the completion script of a shell",
		Long: "Write the completion script of a shell to standard output. It completes commands,\n" +
			"flags, and from the live daemon scopes, connectors, logins and tools. Packages\n" +
			"bring these scripts already.",
		Example: "guildsctl completion bash > ~/.local/share/bash-completion/completions/guildsctl\n" +
			"guildsctl completion zsh > \"${fpath[1]}/_guildsctl\"\n" +
			"guildsctl completion fish > ~/.config/fish/completions/guildsctl.fish",
		Args: app.Args,
	}
	a.CompleteArgs(cmd, app.Words(Shells()...))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		write, ok := shells[args[0]]
		if !ok {
			return app.Usage("", "there is no completion for %q; the shells are %s", args[0], strings.Join(Shells(), ", "))
		}
		return write(cmd.Root(), a.Out)
	}
	return cmd
}
