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

// finding is a question about the live records, and what its answer means.
type finding struct {
	where   string // which records
	args    []any
	problem string // what stands against the step where there are any; empty where it is an effect
	effect  string
}

// findings are what a step has to know of the records that are there.
func (t table) findings(step record.Step) (all []finding) {
	before, after := step.Before, step.After
	if before == nil {
		return t.adding(*after, step.Default)
	}
	if after == nil {
		return []finding{{where: place(*before) + " is not null", effect: "%d records lose their " + before.Name}}
	}
	empty := emptyIn(*before)
	switch {
	case step.Default != nil:
		all = append(all, finding{where: empty, effect: "%d records get the default of " + after.Name})
	case after.Required && !before.Required:
		all = append(all, finding{where: empty, problem: "%d records have no value, and it is to be required; give a default"})
	}
	if len(after.Values) > 0 {
		all = append(all, finding{where: strayIn(*before), args: []any{after.Values}, problem: "%d records hold other values: %s"})
	}
	if after.Unique && !before.Unique {
		all = append(all, finding{
			where:   fmt.Sprintf("%[1]s in (select %[1]s from %[2]s where %[3]s group by 1 having count(*) > 1)", place(*before), t.name(), live),
			problem: "%d records share their value with another, and it is to be unique",
		}, finding{where: fmt.Sprintf("length(%s::text) > %d", place(*before), record.MaxUnique),
			problem: fmt.Sprintf("%%d records have more than %d characters, and it is to be unique", record.MaxUnique)})
	}
	return all
}

func (t table) adding(c record.Column, value any) []finding {
	if value != nil {
		return []finding{{where: "true", effect: "%d records get the default of " + c.Name}}
	}
	if c.Required {
		return []finding{{where: "true", problem: "%d records would have no value, and it is required; give a default, or let it be optional"}}
	}
	return nil
}

// emptyIn finds records that lack a value in the sense of a required column.
func emptyIn(c record.Column) string {
	switch column := place(c); {
	case c.Array:
		return "coalesce(cardinality(" + column + "), 0) = 0"
	case c.Type == record.Text:
		return "coalesce(" + column + ", '') !~ '\\S'"
	default:
		return column + " is null"
	}
}

// strayIn finds records with a value that is not among those of the first argument.
func strayIn(c record.Column) string {
	if c.Array {
		return "not " + place(c) + " <@ $1::text[]"
	}
	return "not " + place(c) + " = any ($1::text[])"
}

// inspect answers the findings of all steps.
func inspect(ctx context.Context, tx pgx.Tx, t table, steps []record.Step) (effects []string, err error) {
	var problems []guild.Problem
	for _, step := range steps {
		for _, f := range t.findings(step) {
			var n int
			sql := fmt.Sprintf("select count(*) from %s where %s and %s", t.name(), live, f.where)
			if err := tx.QueryRow(ctx, sql, append([]any{built}, f.args...)...).Scan(&n); err != nil {
				return nil, err
			}
			if n == 0 {
				continue
			}
			if f.problem == "" {
				effects = append(effects, fmt.Sprintf(f.effect, n))
				continue
			}
			message, err := t.problem(ctx, tx, step, f, n)
			if err != nil {
				return nil, err
			}
			problems = append(problems, guild.Problem{Path: "columns." + step.After.Name, Message: message})
		}
	}
	return effects, guild.Invalid("the records of "+t.Name+" do not fit the new columns", problems)
}

// problem says what stands against a step. Where values are in the way it names the
// most frequent.
func (t table) problem(ctx context.Context, tx pgx.Tx, step record.Step, f finding, n int) (string, error) {
	if len(f.args) == 0 {
		return fmt.Sprintf(f.problem, n), nil
	}
	value := place(*step.Before)
	if step.Before.Array {
		value = "unnest(" + value + ")"
	}
	rows, err := tx.Query(ctx, fmt.Sprintf(
		`select left(v, 60) || ' (' || count(*) || ')' from (select %s as v from %s where %s) t where not v = any ($1::text[]) group by v order by count(*) desc, v limit 5`,
		value, t.name(), live), append([]any{built}, f.args...)...)
	if err != nil {
		return "", err
	}
	stray, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return fmt.Sprintf(f.problem, n, strings.Join(stray, ", ")), err
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
