package note

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

func write(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "write PATH [SOURCE]",
		Short: "Write a note, all of it",
		Long: "Write a note from a file (@NAME), from standard input (-) or from --content. A note\n" +
			"of that path is replaced. One line end at the end of a file or of standard input\n" +
			"goes, as note show adds one.",
		Example: "guildsctl note write agent/plan.md @plan.md --at acme/research/scout\n" +
			"guildsctl note write guild/style.md - --at acme/research\n" +
			"guildsctl note write org/motto.md --content 'Per aspera' --at acme",
		Args: app.Args,
	}
	format := print.Flags[api.NoteWritten](cmd)
	at := a.At(cmd, "the scope that sees the note")
	content := a.Content(cmd)
	a.CompleteArgs(cmd, app.Notes)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		level, key, err := split(args[0])
		if err != nil {
			return err
		}
		scope, err := f.NeedScope(ctx, *at)
		if err != nil {
			return err
		}
		text, err := content.Read(args[1:])
		if err != nil {
			return err
		}
		done, err := f.PutNote(ctx, level, key, api.NoteContent{ScopeID: scope.ID, Content: text})
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), done, written)
	})
	return cmd
}

// written are the lines that tell of a write.
var written = []print.Column[api.NoteWritten]{
	{Head: "Note", Value: func(n api.NoteWritten) any { return n.Path }},
	{Head: "Was", Value: func(n api.NoteWritten) any { return outcome(n) }},
	{Head: "Bytes", Value: func(n api.NoteWritten) any { return n.Bytes }},
}

func outcome(n api.NoteWritten) string {
	if n.Created {
		return "created"
	}
	return "replaced"
}
