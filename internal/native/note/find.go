package note

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

type findArgs struct {
	Query  string `json:"query"`
	Level  string `json:"level"`
	Limit  int    `json:"limit"`
	Offset int    `json:"offset"`
}

var findSpec = tool.Spec{
	Name: "note_find",
	Doc: "Search the Markdown notes that you may read, or list them. Gives the path, size in bytes, time of the last change and a line of each; " +
		"notes with the query in their name come first, then the newest. note_get reads one whole.",
	Schema: `{
  "type": "object",
  "properties": {
    "query": {"type": "string", "description": "Text as it stands in a note or its name, or words in websearch grammar: all of them, \"a phrase\", or, -not. Omit it to list notes."},
    "level": {"type": "string", "enum": ["agent", "guild", "org"], "description": "Only notes of this level: your own, your guild's or your organisation's. Omit it for all levels."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "At most so many notes; 20 when omitted."},
    "offset": {"type": "integer", "minimum": 0, "default": 0, "description": "Leave out so many of the first notes, to see the rest of a long list."}
  },
  "additionalProperties": false
}`,
	Gate:  tool.Binding,
	Reads: true,
}

// hit is one note as a model reads it.
type hit struct {
	Path    string `json:"path"`
	Size    int    `json:"size"`
	Updated string `json:"updated"`
	Snippet string `json:"snippet,omitempty"`
}

func find(store Store) tool.Tool {
	return tool.New(findSpec, func(ctx context.Context, c *tool.Call, args findArgs) (string, error) {
		var only *guild.Level
		if args.Level != "" {
			level, err := artifact.ParseLevel(args.Level)
			if err != nil {
				return "", err
			}
			only = &level
		}
		found, err := store.FindNotes(ctx, c.Agent, only, artifact.Query{Words: args.Query, Limit: args.Limit, Offset: args.Offset})
		if err != nil {
			return "", err
		}
		hits := make([]hit, len(found.Hits))
		for i, h := range found.Hits {
			hits[i] = hit{h.Path.String(), h.Size, h.UpdatedAt.UTC().Format(time.RFC3339), h.Snippet}
		}
		return tool.JSON(struct {
			Total int   `json:"total"`
			Notes []hit `json:"notes"`
		}{found.Total, hits})
	})
}
