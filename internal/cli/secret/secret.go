// Package secret holds the commands about secrets: what agents have in the
// environment of their sandbox and never show, and what they ask for.
package secret

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command secret.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "secret",
		Aliases: []string{"secrets"},
		Short:   "Store secrets, and answer agents who ask for one",
		Long: "A secret belongs to an organisation, a guild or an agent. Commands in the sandboxes\n" +
			"of the agents there have it as an environment variable, and its value is masked in\n" +
			"all that they print. One of a narrower scope stands before one of the same name\n" +
			"further up. No command shows a value.",
		Example: "guildsctl secret set STRIPE_API_KEY --at acme/research --value @stripe.key\n" +
			"guildsctl secret requests\nguildsctl secret answer STRIPE_API_KEY",
	}
	return app.Group(cmd, list(a), set(a), remove(a), requests(a), answer(a))
}

// value reads a secret's value: from where source says, or, where it says nothing,
// from a person who types it unseen. It is never an argument: other users of the
// machine can read the command line.
func value(ctx context.Context, a *app.App, source, name string) (string, error) {
	switch {
	case source == "" && a.Interactive(), source == "-" && a.Interactive():
		return a.AskHidden(ctx, "Value of "+name+": ")
	case source == "":
		return "", app.Usage("add --value - to read it from standard input, or --value @FILE", "the value is missing, and there is no terminal to ask on")
	case source != "-" && !strings.HasPrefix(source, "@"):
		return "", app.Usage("use --value - or --value @FILE", "--value is a secret, and other users can read the command line")
	}
	read, _, err := a.Value(source)
	if err != nil {
		return "", app.Usage("", "--value: %v", err)
	}
	return read, nil
}

// valueFlag adds the flag that says where a value comes from.
func valueFlag(cmd *cobra.Command) *string {
	return cmd.Flags().String("value", "", "where the value comes from: - for standard input, or `@FILE` (else it is asked for)")
}

// listed are the columns of list.
var listed = []print.Column[api.Secret]{
	{Head: "Name", Value: func(s api.Secret) any { return s.Name }},
	{Head: "Scope", Value: func(s api.Secret) any { return s.Scope }},
	{Head: "State", Value: func(s api.Secret) any { return state(s) }},
	{Head: "Description", Value: func(s api.Secret) any { return print.Brief(s.Description) }, Clip: true, Extra: true},
	{Head: "Stored by", Value: func(s api.Secret) any { return s.By }, Extra: true},
	{Head: "Stored", Value: func(s api.Secret) any { return s.UpdatedAt }},
}

func state(s api.Secret) print.State {
	if s.Overridden {
		return "overridden"
	}
	return "on"
}
