package note

import (
	"context"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/tool"
)

type getArgs struct {
	Path string `json:"path"`
}

var getSpec = tool.Spec{
	Name: "note_get",
	Doc:  "Read one Markdown note whole.",
	Schema: `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "The note's path as note_find gives it, such as agent/plan.md, guild/style.md or org/contacts.md."}
  },
  "required": ["path"],
  "additionalProperties": false
}`,
	Gate:  tool.Binding,
	Reads: true,
}

// get answers with the content and nothing around it, so that what was written comes
// back as it was.
func get(store Store) tool.Tool {
	return tool.New(getSpec, func(ctx context.Context, c *tool.Call, args getArgs) (string, error) {
		path, err := artifact.ParsePath(args.Path)
		if err != nil {
			return "", err
		}
		note, err := store.Note(ctx, c.Agent, path)
		if err == nil && note.Content == "" {
			return path.String() + " is empty", nil
		}
		return note.Content, err
	})
}
