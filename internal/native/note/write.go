package note

import (
	"context"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/tool"
)

type writeArgs struct {
	Level   string `json:"level"`
	Key     string `json:"key"`
	Content string `json:"content"`
}

var writeSpec = tool.Spec{
	Name: "note_write",
	Doc:  "Write one Markdown note, all of it: a note of that name is replaced. To change a part, read it with note_get first and write the whole.",
	Schema: `{
  "type": "object",
  "properties": {
    "level": {"type": "string", "enum": ["agent", "guild", "org"], "description": "Whose note it is: your own, your guild's or your organisation's."},
    "key": {"type": "string", "description": "The file name, such as plan.md. Notes have no folders."},
    "content": {"type": "string", "description": "The whole note in Markdown, at most 65536 bytes."}
  },
  "required": ["level", "key", "content"],
  "additionalProperties": false
}`,
	Gate: tool.Binding,
}

func write(store Store) tool.Tool {
	return tool.New(writeSpec, func(ctx context.Context, c *tool.Call, args writeArgs) (string, error) {
		path, err := artifact.CheckNote(args.Level, args.Key, args.Content)
		if err != nil {
			return "", err
		}
		written, err := store.WriteNote(ctx, c.Agent, path, args.Content, artifact.Author{Name: c.Caller, Run: c.Run})
		return written.String(), err
	})
}
