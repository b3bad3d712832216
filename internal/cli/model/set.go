package model

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func setKey(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "set PROVIDER",
		Short: "Give an organisation its own key, in the place of one that it has",
		Long: "Store an organisation's own key for openrouter or deepinfra. A terminal is asked for\n" +
			"it, and does not show it; a script gives it on standard input or in a file. The\n" +
			"provider is asked first whether it takes the key: DeepInfra is sent a question of\n" +
			"one token for that.",
		Example: "guildsctl model key set openrouter --at acme\nguildsctl model key set deepinfra --at acme --value @key.txt\n" +
			"pass show openrouter | guildsctl model key set openrouter --at acme --value -",
		Args: app.Args,
	}
	format := print.Flags[api.ModelKey](cmd)
	at := a.At(cmd, "the scope of the organisation")
	source := cmd.Flags().String("value", "", "where the key comes from: - is standard input, @FILE a `source`")
	unchecked := cmd.Flags().Bool("no-check", false, "do not ask the provider whether it takes the key")
	a.CompleteArgs(cmd, providers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := owner(ctx, f, *at)
		if err != nil {
			return err
		}
		value, err := readKey(ctx, a, args[0], *source)
		if err != nil {
			return err
		}
		stored, err := f.PutModelKey(ctx, scope.ID, args[0], api.NewModelKey{Value: value, Unchecked: *unchecked})
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), stored, keyColumns)
	})
	return cmd
}

// readKey never takes the key itself from the command line, which other users of the
// machine can read.
func readKey(ctx context.Context, a *app.App, provider, source string) (string, error) {
	const hint = "use --value - or --value @FILE"
	if a.Interactive() && (source == "" || source == "-") {
		return a.AskHidden(ctx, "Key for "+provider+": ")
	}
	if source == "" {
		return "", app.Usage(hint, "there is no terminal to ask for the key on")
	}
	value, plain, err := a.Value(source)
	if err != nil {
		return "", app.Usage("", "--value: %v", err)
	}
	if plain {
		return "", app.Usage(hint, "--value is a secret, and other users can read the command line")
	}
	return value, nil
}
