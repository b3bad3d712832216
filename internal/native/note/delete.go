package note

import (
	"context"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/tool"
)

type deleteArgs struct {
	Path string `json:"path"`
}

var deleteSpec = tool.Spec{
	Name: "note_delete",
	Doc:  "Delete one Markdown note for good.",
	Schema: `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "The note's path as note_find gives it, such as agent/plan.md."}
  },
  "required": ["path"],
  "additionalProperties": false
}`,
	Gate: tool.Binding,
}

// remove is not named delete, which is a word of the language.
func remove(store Store) tool.Tool {
	return tool.New(deleteSpec, func(ctx context.Context, c *tool.Call, args deleteArgs) (string, error) {
		path, err := artifact.ParsePath(args.Path)
		if err != nil {
			return "", err
		}
		if err := store.DeleteNote(ctx, c.Agent, path); err != nil {
			return "", err
		}
		return "deleted " + path.String(), nil
	})
}
