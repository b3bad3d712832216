package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

const (
	keepCollection = selectCollection + ` for update of c`
	saveColumns    = `
update collections set columns = @columns, description = @description, updated_at = now() where id = @id`
)

// errDry ends the transaction of a dry run.
var errDry = errors.New("dry run")

// AlterCollection changes a collection's columns, as one transaction in which nobody
// adds or changes a record, and says in words what it does to the records that are
// there. One that they do not fit is refused with the code invalid and every problem
// at once. With dryRun nothing is changed.
func (db *DB) AlterCollection(ctx context.Context, id guild.ID, a record.Alteration, dryRun bool) (after record.Collection, effects []string, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		before, err := collection(ctx, tx, keepCollection, id)
		if err != nil {
			return err
		}
		var steps []record.Step
		if after, steps, err = a.Apply(before); err != nil {
			return err
		}
		if effects, err = inspect(ctx, tx, tableOf(before), steps); err != nil {
			return err
		}
		if dryRun {
			return errDry
		}
		return alter(ctx, tx, tableOf(before), tableOf(after), steps)
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return after, effects, explain(err, "collection "+string(id), nil)
}

// alter takes the steps: new columns first, then one pass over the records that
// change, then what goes.
func alter(ctx context.Context, tx pgx.Tx, before, after table, steps []record.Step) error {
	columns, err := storedColumns(after.Columns)
	if err != nil {
		return err
	}
	var first, last []string
	for _, step := range steps {
		switch {
		case step.Before == nil:
			first = append(first, fmt.Sprintf("alter table %s add column %s %s", after.name(), place(*step.After), typeOf(*step.After)))
			last = append(last, indexChanges(nil, after.indexes(*step.After))...)
		case step.After == nil: // its indexes go with it
			last = append(last, fmt.Sprintf("alter table %s drop column %s", after.name(), place(*step.Before)))
		default:
			last = append(last, indexChanges(before.indexes(*step.Before), after.indexes(*step.After))...)
		}
	}
	if err := execAll(ctx, tx, first); err != nil {
		return err
	}
	if s := refill(after, steps); s != nil {
		if _, err := tx.Exec(ctx, s.sql, s.mode()...); err != nil {
			return err
		}
	}
	if err := execAll(ctx, tx, last); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, saveColumns, pgx.NamedArgs{"id": after.ID, "columns": columns, "description": after.Description})
	return err
}

func execAll(ctx context.Context, tx pgx.Tx, statements []string) error {
	for _, sql := range statements {
		if _, err := tx.Exec(ctx, sql, built); err != nil {
			return err
		}
	}
	return nil
}

// refill gives records their defaults, and makes their text for searches anew where
// it changes. It is nil where no record changes.
func refill(after table, steps []record.Step) *statement {
	s := &statement{}
	filled := map[int]string{}
	var set, where []string
	for _, step := range steps {
		switch {
		case step.After == nil:
			where = append(where, place(*step.Before)+" is not null")
		case step.Default != nil:
			c := *step.After
			filled[c.Key] = fmt.Sprintf("case when %s then %s::%s else %s end", emptyIn(c), s.arg(argument(c, step.Default)), typeOf(c), place(c))
			set = append(set, place(c)+" = "+filled[c.Key])
			where = append(where, emptyIn(c))
		}
	}
	if len(where) == 0 {
		return nil
	}
	set = append(set, "search = "+after.searchOf(func(c record.Column) string {
		if value, is := filled[c.Key]; is {
			return value
		}
		return place(c)
	}))
	s.sql = fmt.Sprintf("update %s set %s where %s", after.name(), strings.Join(set, ", "), strings.Join(where, " or "))
	return s
}

// indexChanges drop what is no longer wanted and make what is new.
func indexChanges(before, after []index) (statements []string) {
	for _, old := range before {
		if !slices.Contains(after, old) {
			statements = append(statements, "drop index "+old.name)
		}
	}
	for _, wanted := range after {
		if !slices.Contains(before, wanted) {
			statements = append(statements, wanted.create)
		}
	}
	return statements
}
