package issue

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// resolve takes one id, or --all with a guild. Nothing is lost by it, so it asks
// nothing: what is resolved can still be listed and shown.
func resolve(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "resolve [ID]",
		Short: "Resolve an issue, or every open one of a guild",
		Example: "guildsctl issue resolve 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c --note 'the key was renewed'\n" +
			"guildsctl issue resolve --all --at acme/research",
		Args: app.Args,
	}
	format := print.Flags[api.Issue](cmd)
	at := a.At(cmd, "with --all, the guild: a scope of two parts")
	all := cmd.Flags().Bool("all", false, "resolve every open issue of the guild that --at names")
	note := cmd.Flags().String("note", "", "`text` that says what was done")
	a.CompleteArgs(cmd, app.Issues)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		switch {
		case *all && len(args) > 0:
			return app.Usage("leave the id or --all out", "--all resolves every open issue, and an id names one")
		case *all:
			return resolveAll(ctx, a, f, *at, *note)
		case len(args) == 0:
			return app.Usage("guildsctl issue list shows the ids", "the id of an issue is missing, or --all with --at GUILD")
		}
		done, err := f.ResolveIssue(ctx, args[0], api.IssueNote{Note: *note})
		if err != nil {
			return err
		}
		a.Note("Resolved the issue %q of %s.", done.Title, done.Agent)
		_, err = a.Printer(format).Data(done)
		return err
	})
	return cmd
}

func resolveAll(ctx context.Context, a *app.App, f app.Finder, at, note string) error {
	scope, err := f.NeedScope(ctx, at)
	if err != nil {
		return err
	}
	done, err := f.ResolveIssues(ctx, api.GuildIssues{GuildID: scope.ID, IssueNote: api.IssueNote{Note: note}})
	if err != nil {
		return err
	}
	noun := "issues"
	if done.Resolved == 1 {
		noun = "issue"
	}
	a.Note("Resolved %d %s of %s.", done.Resolved, noun, scope.Path)
	return nil
}
