package secret

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// answer sends the value to the daemon alone: what the run is told does not hold it.
func answer(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "answer REQUEST",
		Short: "Give an agent the secret that it asks for, or decline",
		Long: "Store the secret that a request asks for, for the agent that asks. The run is told\n" +
			"that the secret is there and goes on; the value is in no message. REQUEST is an id,\n" +
			"or the name that is asked for where only one agent asks for it.\n\n" +
			"The value is asked for, unseen, or read from a file or from standard input; it is\n" +
			"never on the command line.",
		Example: "guildsctl secret answer STRIPE_API_KEY\n" +
			"pass show stripe | guildsctl secret answer STRIPE_API_KEY --value -\n" +
			"guildsctl secret answer STRIPE_API_KEY --decline --reason 'use the test account'",
		Args: app.Args,
	}
	format := print.Flags[api.SecretRequest](cmd)
	source := valueFlag(cmd)
	decline := cmd.Flags().Bool("decline", false, "give no secret, and tell the run so")
	reason := cmd.Flags().String("reason", "", "with --decline, `text` that tells the agent why")
	a.CompleteArgs(cmd, app.SecretRequests)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		switch {
		case *reason != "" && !*decline:
			return app.Usage("add --decline, or leave --reason out", "--reason says why a request is declined")
		case *source != "" && *decline:
			return app.Usage("leave one of them out", "--value gives a secret, and --decline gives none")
		}
		r, err := findRequest(ctx, f, args[0])
		if err != nil {
			return err
		}
		closed, err := closeRequest(ctx, a, f, r, *source, *decline, *reason)
		if err != nil {
			return err
		}
		_, err = a.Printer(format).Data(closed)
		return err
	})
	return cmd
}

func closeRequest(ctx context.Context, a *app.App, f app.Finder, r api.SecretRequest, source string, decline bool, reason string) (closed api.SecretRequest, err error) {
	a.Note("%s asks for %s: %s", r.Agent, r.Name, r.Reason)
	if decline {
		closed, err = f.DeclineSecretRequest(ctx, r.ID, api.SecretRefusal{Reason: reason})
		if err == nil {
			a.Note("Declined.")
		}
		return closed, err
	}
	v, err := value(ctx, a, source, r.Name)
	if err != nil {
		return closed, err
	}
	closed, err = f.AnswerSecretRequest(ctx, r.ID, api.SecretAnswer{Value: v})
	if err == nil {
		a.Note("Stored the secret %s of %s.", r.Name, r.Agent)
	}
	return closed, err
}

// findRequest finds a request by its id, or an open one by the name that it asks for.
func findRequest(ctx context.Context, f app.Finder, named string) (api.SecretRequest, error) {
	found, err := f.ListSecretRequests(ctx, api.SecretRequestQuery{All: app.IsID(named)})
	if err != nil {
		return api.SecretRequest{}, err
	}
	found = slices.DeleteFunc(found, func(r api.SecretRequest) bool { return r.ID != named && r.Name != named })
	switch len(found) {
	case 0:
		return api.SecretRequest{}, app.NotFound("guildsctl secret requests shows them", "no agent within your reach asks for %q", named)
	case 1:
		return found[0], nil
	}
	var ids []string
	for _, r := range found {
		ids = append(ids, fmt.Sprintf("%s of %s", r.ID, r.Agent))
	}
	return api.SecretRequest{}, app.Usage("name one by its id: "+strings.Join(ids, ", "), "%d agents ask for %s", len(found), named)
}
