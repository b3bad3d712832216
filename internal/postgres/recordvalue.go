package postgres

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/record"
)

// argument is a value of a column as a statement takes it: a number goes as its
// digits, which no float has seen.
func argument(c record.Column, value any) any {
	list, is := value.([]any)
	if !is {
		if n, number := value.(json.Number); number {
			return string(n)
		}
		return value
	}
	switch c.Type {
	case record.Boolean:
		return listOf[bool](list)
	case record.Datetime:
		return listOf[time.Time](list)
	case record.Number:
		digits := make([]string, len(list))
		for i, n := range listOf[json.Number](list) {
			digits[i] = string(n)
		}
		return digits
	}
	return listOf[string](list)
}

func listOf[T any](list []any) []T {
	typed := make([]T, len(list))
	for i, item := range list {
		typed[i], _ = item.(T)
	}
	return typed
}

// cell takes one column of a row.
type cell struct {
	into  any
	value func() any // what was read; nil for null
}

func single[T any](convert func(T) any) cell {
	var v *T
	return cell{&v, func() any {
		if v == nil {
			return nil
		}
		return convert(*v)
	}}
}

func several[T any](convert func(T) any) cell {
	var list []T
	return cell{&list, func() any {
		if list == nil {
			return nil
		}
		all := make([]any, len(list))
		for i, item := range list {
			all[i] = convert(item)
		}
		return all
	}}
}

// cells make the cell of each type, for a value and for a list.
var cells = map[record.Type][2]func() cell{
	record.Text:     {func() cell { return single(same[string]) }, func() cell { return several(same[string]) }},
	record.Number:   {func() cell { return single(number) }, func() cell { return several(number) }},
	record.Boolean:  {func() cell { return single(same[bool]) }, func() cell { return several(same[bool]) }},
	record.Datetime: {func() cell { return single(inUTC) }, func() cell { return several(inUTC) }},
}

func same[T any](v T) any   { return v }
func number(s string) any   { return json.Number(s) }
func inUTC(t time.Time) any { return t.UTC() }
func cellOf(c record.Column) cell {
	list := 0
	if c.Array {
		list = 1
	}
	return cells[c.Type][list]()
}

// scan reads a row of the table's fields; more takes what stands behind them.
func (t table) scan(row pgx.CollectableRow, more ...any) (record.Record, record.Body, error) {
	r := record.Record{Collection: t.Name}
	into := []any{&r.ID, &r.CreatedAt, &r.UpdatedAt}
	read := make([]cell, len(t.Columns))
	for i, c := range t.Columns {
		read[i] = cellOf(c)
		into = append(into, read[i].into)
	}
	if err := row.Scan(append(into, more...)...); err != nil {
		return r, nil, err
	}
	body := record.Body{}
	for i, c := range t.Columns {
		if value := read[i].value(); value != nil {
			body[c.Name] = value
		}
	}
	var err error
	if r.Body, err = body.Ordered(t.Columns); err != nil {
		return r, nil, fmt.Errorf("record %s: %w", r.ID, err)
	}
	return r, body, nil
}

// asRecord is scan for pgx's collectors.
func (t table) asRecord(row pgx.CollectableRow) (record.Record, error) {
	r, _, err := t.scan(row)
	return r, err
}
