package run

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// listed are the columns of list. The id stays at any width: the other verbs need it.
var listed = []print.Column[api.Run]{
	{Head: "Agent", Value: func(r api.Run) any { return r.Agent }},
	{Head: "Status", Value: func(r api.Run) any { return print.State(r.Status) }},
	{Head: "Started", Value: func(r api.Run) any { return r.CreatedAt }},
	{Head: "Trigger", Value: func(r api.Run) any { return r.Trigger }, Extra: true},
	{Head: "Calls", Value: func(r api.Run) any { return r.Usage.ToolCalls }, Extra: true},
	{Head: "Cost", Value: func(r api.Run) any { return dollars(r.Usage.Cost) }, Extra: true},
	{Head: "Title", Value: func(r api.Run) any { return r.Title }, Clip: true},
	{Head: "Id", Value: func(r api.Run) any { return r.ID }},
}

func list(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List runs, the newest first",
		Example: "guildsctl run list --at acme/research\nguildsctl run list --status failed --json=id,agent,error",
		Args:    app.Args,
	}
	format := print.Flags[api.Run](cmd)
	at := a.At(cmd, "only the agents at or below this scope")
	status := cmd.Flags().String("status", "", "only runs in this `state`: queued, running, done, failed or cancelled")
	limit := cmd.Flags().Int("limit", 50, "how many at most, up to 500")
	a.CompleteFlag(cmd, "status", app.Words("queued", "running", "done", "failed", "cancelled"))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		within, err := f.OptionalScopeID(ctx, *at)
		if err != nil {
			return err
		}
		found, err := f.ListRuns(ctx, api.RunQuery{ScopeID: within, Status: *status, Limit: *limit})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), found, listed, "There is no such run. Start one with: guildsctl run AGENT MESSAGE")
	})
	return cmd
}

func dollars(cost string) string {
	if cost == "" {
		return ""
	}
	return "$" + cost
}
