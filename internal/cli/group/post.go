package group

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func post(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "post GUILD MESSAGE",
		Short: "Post to a guild's group, which wakes agents",
		Long: "Post a message to a guild's group, and print whom it woke, each with its run.\n" +
			"MESSAGE is the text itself, or - for standard input; at most 4000 characters.\n\n" +
			"--wait shows what the woken agents post, and those that they wake, until all of\n" +
			"their runs are over. Exit code 1 means then that one of the runs failed or was\n" +
			"cancelled.",
		Example: "guildsctl group post acme/research \"What is new?\"\n" +
			"guildsctl group post acme/research \"@scout look, @scribe note it\" --wait\n" +
			"cat message.txt | guildsctl group post acme/research - --json",
		Args: app.Args,
	}
	format := print.Flags[api.PostedGroupMessage](cmd)
	wait := cmd.Flags().BoolP("wait", "w", false, "show what the woken agents post, until their runs are over")
	a.CompleteArgs(cmd, app.ScopesOf("guild"))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		scope, err := needGuild(ctx, f, args[0])
		if err != nil {
			return err
		}
		text, err := message(a, args[1])
		if err != nil {
			return err
		}
		posted, err := f.PostToGroup(ctx, scope.ID, api.NewGroupMessage{Text: text})
		if err != nil {
			return err
		}
		if len(posted.Unknown) > 0 {
			a.Note("No agent of %s has the name %s.", scope.Path, strings.Join(posted.Unknown, " or "))
		}
		if err := tell(a, format, posted, *wait); err != nil || !*wait {
			return err
		}
		return pursue(ctx, a, &view{printer: a.Printer(format), finder: f, guild: scope.ID, seq: posted.Seq}, posted.Woken)
	})
	return cmd
}

// message reads the text of a message. It may begin with a mention, so @ names no file.
func message(a *app.App, arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	text, _, err := a.Value(arg)
	if err != nil {
		return "", app.Usage("", "MESSAGE: %v", err)
	}
	return text, nil
}

// woken are the columns of whom a message woke.
var woken = []print.Column[api.GroupWake]{
	{Head: "Woken", Value: func(w api.GroupWake) any { return "@" + w.Agent }},
	{Head: "Run", Value: func(w api.GroupWake) any { return w.RunID }},
}

// tell prints what a post came to: as data, or where what the agents post is the data,
// beside it.
func tell(a *app.App, format *print.Format, posted api.PostedGroupMessage, wait bool) error {
	p := a.Printer(format)
	if done, err := p.Data(posted); done {
		return err
	}
	a.Note("Posted message %d.", posted.Seq)
	if len(posted.Woken) == 0 {
		a.Note("Nobody is woken. @NAME in a message wakes that agent of the guild.")
		return nil
	}
	if !wait {
		return print.Table(p, posted.Woken, woken)
	}
	for _, w := range posted.Woken {
		a.Note("Woke @%s, run %s.", w.Agent, w.RunID)
	}
	return nil
}
