package memory

import (
	"context"
	"fmt"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// Store keeps the memory of each agent, and the versions before it.
type Store interface {
	WriteMemory(ctx context.Context, agent guild.ID, content string, by artifact.Author) (artifact.Remembered, error)
}

// Tools returns the family, which is one tool.
func Tools(store Store) []tool.Tool { return []tool.Tool{write(store)} }

type writeArgs struct {
	Content string `json:"content"`
}

var writeSpec = tool.Spec{
	Name: "memory_write",
	Doc: "Replace your memory, which every later run of yours begins with. What you leave out is forgotten, so write the whole again: " +
		"what stays true and will matter later. What belongs to one task is better in a note.",
	Schema: `{
  "type": "object",
  "properties": {
    "content": {"type": "string", "description": "The whole memory in Markdown, at most 12000 characters."}
  },
  "required": ["content"],
  "additionalProperties": false
}`,
	Gate: tool.All(tool.Binding, tool.Memory),
}

func write(store Store) tool.Tool {
	return tool.New(writeSpec, func(ctx context.Context, c *tool.Call, args writeArgs) (string, error) {
		if err := artifact.CheckMemory(args.Content); err != nil {
			return "", err
		}
		done, err := store.WriteMemory(ctx, c.Agent.ID, args.Content, artifact.Author{Name: c.Caller, Run: c.Run})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("memory replaced: %d of %d characters, before %d", done.After, artifact.MaxMemory, done.Before), nil
	})
}
