package record

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/tool"
)

type addArgs struct {
	Collection string          `json:"collection"`
	Body       json.RawMessage `json:"body"`
}

// added is the result of record_add.
type added struct {
	Record record.Record `json:"record"`
	Note   string        `json:"note,omitempty"`
}

func add(store Store) tool.Tool {
	return tool.New(tool.Spec{
		Name: "record_add", Gate: tool.Binding,
		Doc: "Add a record to a collection. The id is assigned. Where another record has the same value in the unique column, the new values are merged into it and the result says so.",
		Schema: `{"type": "object", "additionalProperties": false, "required": ["collection", "body"], "properties": {
			` + collectionSchema + `,
			"body": {"type": "object", "description": "Column to value, declared columns only. A datetime is RFC 3339 with its offset; a list is an array."}}}`,
	}, func(ctx context.Context, c *tool.Call, args addArgs) (string, error) {
		to, err := writable(ctx, store, c, args.Collection)
		if err != nil {
			return "", err
		}
		one, err := store.AddRecord(ctx, to.ID, args.Body)
		if err != nil {
			return "", err
		}
		return tool.JSON(added{Record: one.Record, Note: one.Note()})
	})
}
