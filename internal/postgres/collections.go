package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// storedColumn is one column as the definition of a collection holds it.
type storedColumn struct {
	Key         int         `json:"key"`
	Name        string      `json:"name"`
	Type        record.Type `json:"type"`
	Description string      `json:"description,omitempty"`
	Array       bool        `json:"array,omitempty"`
	Values      []string    `json:"values,omitempty"`
	Required    bool        `json:"required,omitempty"`
	Unique      bool        `json:"unique,omitempty"`
}

func storedColumns(columns record.Columns) ([]byte, error) {
	stored := make([]storedColumn, len(columns))
	for i, c := range columns {
		stored[i] = storedColumn{c.Key, c.Name, c.Type, c.Description, c.Array, c.Values, c.Required, c.Unique}
	}
	return json.Marshal(stored)
}

func columnsOf(stored []storedColumn) record.Columns {
	columns := make(record.Columns, len(stored))
	for i, c := range stored {
		columns[i] = record.Column{
			Key: c.Key, Name: c.Name, Type: c.Type, Description: c.Description,
			Array: c.Array, Values: c.Values, Required: c.Required, Unique: c.Unique,
		}
	}
	return columns
}

const (
	collectionFields = `c.id, c.name, p.path, p.id, c.description, c.columns, c.created_at, c.updated_at`
	fromCollections  = ` from collections c join scope_paths p on p.id = coalesce(c.guild_id, c.organisation_id)`
)

// collectionInto returns where a row of collectionFields goes, and what to call
// after it was read.
func collectionInto(c *record.Collection) (into []any, done func()) {
	var stored []storedColumn
	into = []any{&c.ID, &c.Name, &c.Scope, &c.ScopeID, &c.Description, &stored, &c.CreatedAt, &c.UpdatedAt}
	return into, func() { c.Columns = columnsOf(stored) }
}

func scanCollection(row pgx.CollectableRow) (record.Collection, error) {
	var c record.Collection
	into, done := collectionInto(&c)
	err := row.Scan(into...)
	done()
	return c, err
}

// A collection is listed for the scope that owns it, for what lies above, and for
// what lies below.
const selectCollections = `
select ` + collectionFields + fromCollections + `
where @within::uuid is null or @within = any (p.chain) or p.id = any ((select chain from scope_paths where id = @within)::uuid[])
order by c.name, p.path`

// Collections returns those that belong to a scope, to what lies below it, or to
// what lies above it, by name. An empty id narrows nothing.
func (db *DB) Collections(ctx context.Context, within guild.ID) ([]record.Collection, error) {
	rows, err := db.pool.Query(ctx, selectCollections, pgx.NamedArgs{"within": orNull(within)})
	if err != nil {
		return nil, explain(err, "collections", nil)
	}
	found, err := pgx.CollectRows(rows, scanCollection)
	return found, explain(err, "collections", nil)
}

const selectCollection = `
select ` + collectionFields + fromCollections + ` where c.id = @id`

// Collection returns one. The error has the code not_found where there is none.
func (db *DB) Collection(ctx context.Context, id guild.ID) (record.Collection, error) {
	return collection(ctx, db.pool, selectCollection, id)
}

func collection(ctx context.Context, q querier, sql string, id guild.ID) (record.Collection, error) {
	rows, err := q.Query(ctx, sql, pgx.NamedArgs{"id": id})
	if err != nil {
		return record.Collection{}, explain(err, "collection "+string(id), nil)
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanCollection)
	return found, explain(err, "collection "+string(id), nil)
}

const insertCollection = `
insert into collections (id, organisation_id, guild_id, name, description, columns)
select @id, s.chain[2], case when s.level = 2 then s.id end, @name, @description, @columns
from scope_paths s where s.id = @scope`

// AddCollection makes a collection and its table, with the columns numbered in their
// order. A name that the organisation has already is a conflict.
func (db *DB) AddCollection(ctx context.Context, c record.Collection) (record.Collection, error) {
	c.Columns = c.Columns.Number()
	stored, err := storedColumns(c.Columns)
	if err != nil {
		return c, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, insertCollection, pgx.NamedArgs{
			"id": c.ID, "scope": c.ScopeID, "name": c.Name, "description": c.Description, "columns": stored,
		})
		if err == nil {
			_, err = tx.Exec(ctx, tableOf(c).create(), pgx.QueryExecModeSimpleProtocol) // several statements
		}
		return err
	})
	if err != nil {
		return c, explain(err, "collection "+c.Name, byConstraint{"collections_name": guild.Errorf(guild.CodeConflict,
			"the organisation has a collection %q already; a name stands for one table in the whole organisation", c.Name)})
	}
	return db.Collection(ctx, c.ID)
}

const deleteCollection = `delete from collections where id = @id`

// DeleteCollection deletes a collection with its records and grants.
func (db *DB) DeleteCollection(ctx context.Context, id guild.ID) error {
	tag, err := db.pool.Exec(ctx, deleteCollection, pgx.NamedArgs{"id": id})
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return explain(err, "collection "+string(id), nil)
}
