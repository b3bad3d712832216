package record

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/tool"
)

type listArgs struct {
	Collection string                     `json:"collection"`
	Where      map[string]json.RawMessage `json:"where"`
	Since      string                     `json:"since"`
	Order      *record.Ordering           `json:"order"`
	Limit      int                        `json:"limit"`
	Offset     int                        `json:"offset"`
}

// listed is the result of record_list.
type listed struct {
	Total   int             `json:"total"`
	Records []record.Record `json:"records"`
	Hint    string          `json:"hint,omitempty"`
}

func list(store Store) tool.Tool {
	return tool.New(tool.Spec{
		Name: "record_list", Gate: tool.Binding, Reads: true,
		Doc: "List the records of one collection, all or those that fit, with how many there are in total. The newest come first unless order or since says otherwise.",
		Schema: `{"type": "object", "additionalProperties": false, "required": ["collection"], "properties": {
			` + collectionSchema + `,
			` + whereSchema + `,
			"since": {"type": "string", "description": "ISO timestamp: only records changed then or later, the oldest change first. Omit when unused."},
			"order": {"type": "object", "additionalProperties": false, "required": ["column"], "description": "By one column, which is no list; records without a value come last.", "properties": {
				"column": {"type": "string", "description": "A column of the collection, id, created_at or updated_at."},
				"direction": {"type": "string", "enum": ["asc", "desc"], "description": "asc when omitted."}}},
			"limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "Records at most; 20 when omitted."},
			"offset": {"type": "integer", "minimum": 0, "maximum": 1000000, "description": "Records to pass over first."}}}`,
	}, func(ctx context.Context, c *tool.Call, args listArgs) (string, error) {
		in, err := reach(ctx, store, c, args.Collection)
		if err != nil {
			return "", err
		}
		q, err := record.Parse(in.Columns, record.Ask{Where: args.Where, Since: args.Since, Order: args.Order, Limit: args.Limit, Offset: args.Offset})
		if err != nil {
			return "", err
		}
		page, err := store.ListRecords(ctx, in.Collection, q)
		if err != nil {
			return "", err
		}
		result := listed{Total: page.Total, Records: page.Records}
		if page.More {
			result.Hint = record.MoreHint()
		}
		if page.Total == 0 && q.Narrowed() {
			size, err := store.RecordSize(ctx, in.Collection)
			if err != nil {
				return "", err
			}
			result.Hint = record.Hint(in.Collection, size)
		}
		return tool.JSON(result)
	})
}
