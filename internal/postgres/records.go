package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// built is how a statement runs that was built for one table: it is planned for its
// own arguments, since those decide which index serves, and it is not kept, since
// there is no end of them and a table may be altered.
const built = pgx.QueryExecModeExec

// explainRecords is explain for what was built for a table: one that is altered or
// deleted between the reading of its definition and the use is worth another try.
func explainRecords(err error, c record.Collection) error {
	if failedWith(err, codeUndefinedColumn, codeUndefinedTable) {
		return coded(err, guild.CodeUnavailable, "the collection %q was altered at this moment; try again", c.Name)
	}
	return explain(err, "record in "+c.Name, nil)
}

// holdCollection reads a definition and keeps it until the end of the transaction.
const holdCollection = selectCollection + ` for share of c`

// change runs f in a transaction in which the collection is not altered.
func (db *DB) change(ctx context.Context, id guild.ID, f func(ctx context.Context, tx pgx.Tx, t table) error) error {
	ctx = apart(ctx)
	var c record.Collection
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) (err error) {
		if c, err = collection(ctx, tx, holdCollection, id); err != nil {
			return err
		}
		return f(ctx, tx, tableOf(c))
	})
	return explainRecords(err, c)
}

// insert adds a row of values, or gives a live record with the same value in the
// unique column the values that are there.
func (t table) insert() string {
	var b strings.Builder
	fmt.Fprintf(&b, "insert into %s as t (id, search, %s) select v.id, %s, %s from %s",
		t.name(), t.places(""), t.searchOf(func(c record.Column) string { return "v." + place(c) }), t.places("v."), t.values())
	if unique, has := t.Columns.Unique(); has {
		merged := func(c record.Column) string { return fmt.Sprintf("coalesce(excluded.%[1]s, t.%[1]s)", place(c)) }
		fmt.Fprintf(&b, " on conflict (%s) where %s do update set updated_at = clock_timestamp(), search = %s", place(unique), live, t.searchOf(merged))
		for _, c := range t.Columns {
			fmt.Fprintf(&b, ", %s = %s", place(c), merged(c))
		}
	}
	return b.String() + " returning " + t.fields()
}

const countRecords = `
insert into collection_sizes as s (collection_id, shard, records) values (@collection, pg_backend_pid() % 16, @more)
on conflict (collection_id, shard) do update set records = s.records + excluded.records`

// AddRecords adds bodies in their order, all or none. A body that fits no column has
// the code invalid, with the problems of all bodies at once, each under
// "records[2].". With dryRun nothing is added, and nothing returned.
func (db *DB) AddRecords(ctx context.Context, id guild.ID, bodies []json.RawMessage, dryRun bool) (added []record.Added, err error) {
	err = db.change(ctx, id, func(ctx context.Context, tx pgx.Tx, t table) error {
		accepted, err := acceptAll(t.Columns, bodies)
		if err != nil || dryRun {
			return err
		}
		added, err = t.add(ctx, tx, accepted)
		return err
	})
	return added, err
}

// AddRecord adds one body. The problems of one that does not fit stand under "body.".
func (db *DB) AddRecord(ctx context.Context, id guild.ID, body json.RawMessage) (added record.Added, err error) {
	err = db.change(ctx, id, func(ctx context.Context, tx pgx.Tx, t table) error {
		accepted, err := record.Accept(t.Columns, body)
		if err != nil {
			return err
		}
		all, err := t.add(ctx, tx, []record.Body{accepted})
		if err == nil {
			added = all[0]
		}
		return err
	})
	return added, err
}

func acceptAll(columns record.Columns, bodies []json.RawMessage) ([]record.Body, error) {
	var problems []guild.Problem
	accepted := make([]record.Body, len(bodies))
	for i, raw := range bodies {
		body, err := record.Accept(columns, raw)
		if rejected, is := errors.AsType[*guild.Error](err); is {
			for _, p := range rejected.Problems {
				p.Path = fmt.Sprintf("records[%d].%s", i, p.Path)
				problems = append(problems, p)
			}
		}
		accepted[i] = body
	}
	return accepted, guild.Invalid(record.Rejected, problems)
}

// add inserts accepted bodies, all on their way at once, and counts the new ones.
func (t table) add(ctx context.Context, tx pgx.Tx, bodies []record.Body) ([]record.Added, error) {
	batch := &pgx.Batch{}
	added := make([]record.Added, len(bodies))
	fresh := 0
	for i, body := range bodies {
		id := guild.NewID()
		batch.Queue(t.insert(), t.arguments(id, body)...).Query(func(rows pgx.Rows) error {
			r, err := pgx.CollectExactlyOneRow(rows, t.asRecord)
			added[i] = record.Added{Record: r, Merged: r.ID != id}
			if !added[i].Merged {
				fresh++
			}
			if err == nil {
				err = r.Fits()
			}
			return err
		})
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	_, err := tx.Exec(ctx, countRecords, pgx.NamedArgs{"collection": t.ID, "more": fresh})
	return added, err
}

// find reads a live record, which is locked until the end of the transaction.
func (t table) find(ctx context.Context, tx pgx.Tx, id guild.ID) (r record.Record, body record.Body, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf("select %s from %s t where id = $1 and %s for update", t.fields(), t.name(), live), built, string(id))
	if err != nil {
		return r, nil, err
	}
	_, err = pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (_ struct{}, err error) {
		r, body, err = t.scan(row)
		return struct{}{}, err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = noRecord(t.Collection, id)
	}
	return r, body, err
}

func noRecord(c record.Collection, id guild.ID) error {
	return guild.Errorf(guild.CodeNotFound, "there is no record %s in %s; a listing or a search of it gives the ids", id, c.Name)
}

func (t table) update() string {
	set := "search = " + t.searchOf(func(c record.Column) string { return "v." + place(c) })
	for _, c := range t.Columns {
		set += fmt.Sprintf(", %[1]s = v.%[1]s", place(c))
	}
	return fmt.Sprintf("update %s t set updated_at = clock_timestamp(), %s from %s where t.id = v.id returning %s", t.name(), set, t.values(), t.fields())
}

// UpdateRecord changes the columns that change names, and returns the record with
// warnings about what was there already. A value that another live record has in the
// unique column is a conflict that names it.
func (db *DB) UpdateRecord(ctx context.Context, collection, id guild.ID, change json.RawMessage) (r record.Record, warnings []string, err error) {
	var wanted record.Body
	var on table
	err = db.change(ctx, collection, func(ctx context.Context, tx pgx.Tx, t table) error {
		on = t
		var before record.Body
		if r, before, err = t.find(ctx, tx, id); err != nil {
			return err
		}
		if wanted, err = record.AcceptChange(t.Columns, change); err != nil {
			return err
		}
		warnings = record.Warnings(t.Columns, before, wanted)
		after, changed := before.With(wanted)
		if !changed {
			return nil
		}
		if err := after.Fits(t.Columns); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, t.update(), append([]any{built}, t.arguments(id, after)...)...)
		if err != nil {
			return err
		}
		r, err = pgx.CollectExactlyOneRow(rows, t.asRecord)
		return err
	})
	if unique, has := on.Columns.Unique(); has && failedWith(err, codeUnique) {
		return r, nil, db.taken(ctx, on, unique, wanted[unique.Name])
	}
	return r, warnings, err
}

// taken names the record that has a value which must be unique.
func (db *DB) taken(ctx context.Context, t table, unique record.Column, value any) error {
	var other guild.ID
	err := db.pool.QueryRow(ctx, fmt.Sprintf("select id from %s where %s = $1::%s and %s", t.name(), place(unique), typeOf(unique), live),
		built, argument(unique, value)).Scan(&other)
	if err != nil {
		return guild.Errorf(guild.CodeConflict, "another record of %s has this %s", t.Name, unique.Name)
	}
	return guild.Errorf(guild.CodeConflict, "record %s of %s has this %s already", other, t.Name, unique.Name)
}

// RemoveRecord takes a record out of every list and search. Its row stays.
func (db *DB) RemoveRecord(ctx context.Context, collection, id guild.ID) error {
	return db.change(ctx, collection, func(ctx context.Context, tx pgx.Tx, t table) error {
		tag, err := tx.Exec(ctx, fmt.Sprintf("update %s set deleted_at = clock_timestamp() where id = $1 and %s", t.name(), live), built, string(id))
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return noRecord(t.Collection, id)
		}
		_, err = tx.Exec(ctx, countRecords, pgx.NamedArgs{"collection": t.ID, "more": -1})
		return err
	})
}
