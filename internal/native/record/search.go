package record

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/tool"
)

type searchArgs struct {
	Query      string                     `json:"query"`
	Collection string                     `json:"collection"`
	Where      map[string]json.RawMessage `json:"where"`
}

func search(store Store) tool.Tool {
	return tool.New(tool.Spec{
		Name: "record_search", Gate: tool.Binding, Reads: true,
		Doc: "Find records by words in any column, over all collections or in one, best first and at most 20. " +
			"Several words must all stand in a record; \"a phrase\", or, and -without work as in a web search. A single word is found inside longer ones as well. Nothing is fuzzy: record_list finds similar spellings.",
		Schema: `{"type": "object", "additionalProperties": false, "required": ["query"], "properties": {
			"query": {"type": "string", "minLength": 1, "maxLength": 500, "description": "The words."},
			"collection": {"type": "string", "description": "Name of one collection. Omit to search all."},
			` + whereSchema + `}}`,
	}, func(ctx context.Context, c *tool.Call, args searchArgs) (string, error) {
		query, err := record.CheckQuery(args.Query)
		if err != nil {
			return "", err
		}
		in, where, err := searched(ctx, store, c, args)
		if err != nil {
			return "", err
		}
		found, err := store.SearchRecords(ctx, in, record.Search{Query: query, Where: where})
		if err != nil {
			return "", err
		}
		return tool.JSON(map[string][]record.Record{"records": found})
	})
}

// searched returns the collections that a search is about, with its conditions.
func searched(ctx context.Context, store Reader, c *tool.Call, args searchArgs) ([]record.Collection, []record.Condition, error) {
	if args.Collection == "" && len(args.Where) > 0 {
		return nil, nil, guild.Invalid("the arguments do not fit record_search",
			[]guild.Problem{{Path: "$.where", Message: "needs a collection, whose columns it names"}})
	}
	if args.Collection != "" {
		one, err := reach(ctx, store, c, args.Collection)
		if err != nil {
			return nil, nil, err
		}
		where, err := record.ParseWhere(one.Columns, args.Where)
		return []record.Collection{one.Collection}, where, err
	}
	all, err := store.Reach(ctx, c.Agent, "")
	var in []record.Collection
	for _, r := range all {
		in = append(in, r.Collection)
	}
	return in, nil, err
}
