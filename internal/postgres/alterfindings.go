package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

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
