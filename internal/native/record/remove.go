package record

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

type removeArgs struct {
	Collection string `json:"collection"`
	ID         string `json:"id"`
}

func remove(store Store) tool.Tool {
	return tool.New(tool.Spec{
		Name: "record_remove", Gate: tool.Binding,
		Doc: "Remove a record from its collection: no list and no search shows it any more.",
		Schema: `{"type": "object", "additionalProperties": false, "required": ["collection", "id"], "properties": {
			` + collectionSchema + `,
			` + idSchema + `}}`,
	}, func(ctx context.Context, c *tool.Call, args removeArgs) (string, error) {
		in, id, err := named(ctx, store, c, args.Collection, args.ID)
		if err != nil {
			return "", err
		}
		if err := store.RemoveRecord(ctx, in.ID, id); err != nil {
			return "", err
		}
		return tool.JSON(map[string]guild.ID{"removed": id})
	})
}
