// Package note holds the commands about Markdown notes.
package note

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command note.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "note",
		Aliases: []string{"notes"},
		Short:   "Read and write the notes of agents, guilds and organisations",
		Long: "A note is a Markdown file of an agent, a guild or an organisation. Its path is as\n" +
			"the scope that --at names sees it: agent/plan.md of an agent itself, guild/plan.md\n" +
			"of its guild, org/plan.md of its organisation. Notes have no folders.",
		Example: "guildsctl note list --at acme/research/scout\n" +
			"guildsctl note show agent/plan.md --at acme/research/scout\n" +
			"guildsctl note write guild/style.md @style.md --at acme/research",
	}
	return app.Group(cmd, list(a), find(a), show(a), write(a), remove(a))
}

// split takes a display path apart.
func split(path string) (level, key string, err error) {
	level, key, _ = strings.Cut(path, "/")
	if level == "" || key == "" {
		err = app.Usage("a path is agent/NAME.md, guild/NAME.md or org/NAME.md", "%q is not the path of a note", path)
	}
	return level, key, err
}

// page is how many notes are asked for at once: the API's most.
const page = 100

// all returns every note that fits a query, page by page.
func all(ctx context.Context, f app.Finder, q api.NoteQuery) ([]api.NoteItem, error) {
	found := []api.NoteItem{}
	q.Limit = page
	for {
		q.Offset = len(found)
		next, err := f.ListNotes(ctx, q)
		if err != nil {
			return nil, err
		}
		found = append(found, next.Notes...)
		if len(next.Notes) == 0 || len(found) >= next.Total {
			return found, nil
		}
	}
}

// listed are the columns of list and find.
var listed = []print.Column[api.NoteItem]{
	{Head: "Path", Value: func(n api.NoteItem) any { return n.Path }},
	{Head: "Bytes", Value: func(n api.NoteItem) any { return n.Bytes }},
	{Head: "Changed", Value: func(n api.NoteItem) any { return n.UpdatedAt }},
	{Head: "Text", Value: func(n api.NoteItem) any { return n.Snippet }, Clip: true},
}
