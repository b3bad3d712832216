package record

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/tool"
)

// Reader finds records, and which collections an agent reaches.
type Reader interface {
	// Reach returns the collections that are granted to an agent, or the one with a
	// name.
	Reach(ctx context.Context, agent guild.Scope, name string) ([]record.Reachable, error)
	SearchRecords(ctx context.Context, in []record.Collection, s record.Search) ([]record.Record, error)
	ListRecords(ctx context.Context, c record.Collection, q record.Query) (record.Page, error)
	RecordSize(ctx context.Context, c record.Collection) (record.Size, error)
}

// Writer changes records. A body is checked against the columns as they are when it
// is written.
type Writer interface {
	AddRecord(ctx context.Context, collection guild.ID, body json.RawMessage) (record.Added, error)
	UpdateRecord(ctx context.Context, collection, id guild.ID, change json.RawMessage) (record.Record, []string, error)
	RemoveRecord(ctx context.Context, collection, id guild.ID) error
}

// Store keeps the records.
type Store interface {
	Reader
	Writer
}

// Tools returns the family in the order in which it is offered.
func Tools(store Store) []tool.Tool {
	return []tool.Tool{search(store), list(store), add(store), update(store), remove(store)}
}

// reach returns the collection that a call names. One that is not granted is not
// found, whether there is one or not.
func reach(ctx context.Context, store Reader, c *tool.Call, name string) (record.Reachable, error) {
	found, err := store.Reach(ctx, c.Agent, name)
	if err != nil {
		return record.Reachable{}, err
	}
	if len(found) == 0 {
		all, err := store.Reach(ctx, c.Agent, "")
		if err != nil {
			return record.Reachable{}, err
		}
		return record.Reachable{}, record.NoCollection(name, all)
	}
	return found[0], nil
}

// writable is reach for a call that changes a record.
func writable(ctx context.Context, store Reader, c *tool.Call, name string) (record.Reachable, error) {
	found, err := reach(ctx, store, c, name)
	if err == nil {
		err = found.CheckWrite(c.Agent)
	}
	return found, err
}

// The descriptions of arguments that several tools have.
const (
	collectionSchema = `"collection": {"type": "string", "minLength": 1, "description": "Name of the collection."}`
	idSchema         = `"id": {"type": "string", "format": "uuid", "description": "Id of the record."}`
	whereSchema      = `"where": {"type": "object", "maxProperties": 8, "description": "Column to term, at most 8, all of which must fit. Text, and an item of a list of open text: a part of it or a similar spelling. A column with allowed values, id and boolean: exactly. Number and datetime: exactly, or {\"gte\": from, \"lte\": to}. null: no value."}`
)
