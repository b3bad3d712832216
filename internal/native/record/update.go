package record

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/tool"
)

type updateArgs struct {
	Collection string          `json:"collection"`
	ID         string          `json:"id"`
	Body       json.RawMessage `json:"body"`
}

// updated is the result of record_update.
type updated struct {
	Record   record.Record `json:"record"`
	Warnings []string      `json:"warnings,omitempty"`
}

func update(store Store) tool.Tool {
	return tool.New(tool.Spec{
		Name: "record_update", Gate: tool.Binding,
		Doc: "Change some columns of a record. The others keep their values.",
		Schema: `{"type": "object", "additionalProperties": false, "required": ["collection", "id", "body"], "properties": {
			` + collectionSchema + `,
			` + idSchema + `,
			"body": {"type": "object", "minProperties": 1, "description": "The columns that change, with their new values; null clears an optional column."}}}`,
	}, func(ctx context.Context, c *tool.Call, args updateArgs) (string, error) {
		in, id, err := named(ctx, store, c, args.Collection, args.ID)
		if err != nil {
			return "", err
		}
		changed, warnings, err := store.UpdateRecord(ctx, in.ID, id, args.Body)
		if err != nil {
			return "", err
		}
		return tool.JSON(updated{Record: changed, Warnings: warnings})
	})
}

// named returns the collection and the id of a record that a call changes.
func named(ctx context.Context, store Reader, c *tool.Call, collection, written string) (record.Reachable, guild.ID, error) {
	in, err := writable(ctx, store, c, collection)
	if err != nil {
		return in, "", err
	}
	id, err := guild.ParseID(written)
	return in, id, err
}
