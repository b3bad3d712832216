// Package run holds the commands about runs: what an agent is told, and what it does.
package run

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command run, which starts one by itself.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "run AGENT MESSAGE",
		Aliases: []string{"runs"},
		Short:   "Give an agent work, and see what it does",
		Long: "Start a run of an agent with a message, and show it live: the model's text on\n" +
			"standard output as it streams, each tool call on a line of standard error with its\n" +
			"duration and size, and at the end what it took. MESSAGE is the text itself,\n" +
			"@FILE, or - for standard input. --json writes one event a line, --detach only\n" +
			"starts the run.\n\n" +
			"Interrupting guildsctl ends the view and not the run. Exit code 1 means that the run\n" +
			"failed or was cancelled. Where a command takes a RUN, \"last\" is the newest one.",
		Example: "guildsctl run acme/research/scout \"What is new?\"\n" +
			"guildsctl run acme/research/scout @task.md --json\n" +
			"guildsctl run reply last \"Go on.\"",
		Args: app.Args,
	}
	view := newView(a, cmd)
	detach := cmd.Flags().BoolP("detach", "d", false, "only start the run, and print its id")
	a.CompleteArgs(cmd, app.ScopesOf("agent"))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := f.NeedScope(ctx, args[0])
		if err != nil {
			return err
		}
		message, err := message(a, args[1])
		if err != nil {
			return err
		}
		started, err := f.StartRun(ctx, api.NewRun{AgentID: scope.ID, Message: message})
		if err != nil {
			return err
		}
		return view.begin(ctx, f, started.RunID, 0, *detach)
	})
	cmd.AddCommand(reply(a), list(a), show(a), tail(a), cancel(a))
	return cmd
}

func message(a *app.App, arg string) (string, error) {
	text, _, err := a.Value(arg)
	if err == nil && text == "" {
		err = errors.New("it is empty")
	}
	if err != nil {
		return "", app.Usage("write the message itself, @FILE, or - for standard input", "MESSAGE: %v", err)
	}
	return text, nil
}

// newest is the name of the newest run within reach.
const newest = "last"

// id returns the id of a run as a person names it.
func id(ctx context.Context, f app.Finder, named string) (string, error) {
	if named != newest {
		if !app.IsID(named) {
			return "", app.Usage("guildsctl run list shows the ids of runs", "%q is no id of a run, nor %q", named, newest)
		}
		return named, nil
	}
	found, err := f.ListRuns(ctx, api.RunQuery{Limit: 1})
	if err == nil && len(found) == 0 {
		err = app.NotFound("guildsctl run AGENT MESSAGE starts one", "there is no run yet")
	}
	if err != nil {
		return "", err
	}
	return found[0].ID, nil
}

// runs completes the ids of runs.
func runs(ctx context.Context, f app.Finder, _ string) ([]cobra.Completion, error) {
	found, err := f.ListRuns(ctx, api.RunQuery{Limit: 20})
	words := []cobra.Completion{cobra.CompletionWithDesc(newest, "the newest run")}
	for _, r := range found {
		words = append(words, cobra.CompletionWithDesc(r.ID, r.Agent+": "+r.Title))
	}
	return words, err
}
