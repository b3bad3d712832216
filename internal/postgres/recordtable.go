package postgres

import (
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// table is the table of a collection's records. Each declared column is one of the
// table, of its own type; what is kept beside them begins with letters only, so that
// the names never meet.
type table struct {
	record.Collection
	small bool // it has at most record.MaxLoose records
}

func tableOf(c record.Collection) table { return table{Collection: c} }

// name is the table's, which is that of the migration's drop_table.
func (t table) name() string { return "records." + t.short() }

func (t table) short() string { return "t_" + strings.ReplaceAll(string(t.ID), "-", "") }

var sqlTypes = map[record.Type]string{
	record.Text: "text", record.Number: "numeric", record.Boolean: "boolean", record.Datetime: "timestamptz",
}

// typeOf is the SQL type of a column's values.
func typeOf(c record.Column) string {
	if c.Array {
		return sqlTypes[c.Type] + "[]"
	}
	return sqlTypes[c.Type]
}

// place is the name of a column in its table. Those that every record has are kept
// under their own names.
func place(c record.Column) string {
	if c.Key == 0 {
		return c.Name
	}
	return fmt.Sprintf("c%d", c.Key)
}

// live is what every query is about, and every index but that of a purge.
const live = "deleted_at is null"

// create makes the table with its indexes. The words of a search and its parts are
// those of all columns together; lexemes are as they are written, since records are
// of any language.
func (t table) create() string {
	var b strings.Builder
	fmt.Fprintf(&b, `create table %s (
    id         uuid primary key,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    deleted_at timestamptz,
    search     text not null,
    words      tsvector generated always as (to_tsvector('simple', search)) stored`, t.name())
	for _, c := range t.Columns {
		fmt.Fprintf(&b, ",\n    %s %s", place(c), typeOf(c))
	}
	b.WriteString("\n);\n")
	for _, index := range []string{"btree (created_at, id)", "btree (updated_at, id)", "gin (words)", "gin (search gin_trgm_ops)"} {
		fmt.Fprintf(&b, "create index on %s using %s where %s;\n", t.name(), index, live)
	}
	fmt.Fprintf(&b, "create index on %s (deleted_at) where deleted_at is not null;\n", t.name())
	for _, c := range t.Columns {
		for _, index := range t.indexes(c) {
			b.WriteString(index.create)
		}
	}
	return b.String()
}

// index is one index of a column.
type index struct{ name, create string }

// indexes returns the indexes that the conditions and orders of a column need.
func (t table) indexes(c record.Column) (all []index) {
	add := func(kind, using string) {
		unique := ""
		if kind == "unique" {
			unique = "unique "
		}
		name := fmt.Sprintf("%s_%s_%s", t.short(), place(c), kind)
		all = append(all, index{"records." + name, fmt.Sprintf("create %sindex %s on %s using %s where %s;\n", unique, name, t.name(), using, live)})
	}
	if c.Open() {
		add("trigrams", fmt.Sprintf("gin (%s gin_trgm_ops)", searched(c)))
	}
	switch {
	case c.Array && !c.Open():
		add("items", fmt.Sprintf("gin (%s)", place(c)))
	case !c.Array:
		add("order", fmt.Sprintf("btree (%s, id)", ordered(c)))
		if !c.Required {
			add("reverse", fmt.Sprintf("btree (%s desc nulls last, id desc)", ordered(c)))
		}
	}
	if c.Unique {
		add("unique", fmt.Sprintf("btree (%s)", place(c)))
	}
	return all
}

// searched is the text in which a part is looked for. A list's items stand on lines
// of their own.
func searched(c record.Column) string {
	if c.Array {
		return fmt.Sprintf("records.items(%s)", place(c))
	}
	return place(c)
}

// orderedBy is how much of an open text decides its place in an order: an index
// holds no more than some two thousand bytes of a row.
const orderedBy = 200

// ordered is what a column's order goes by.
func ordered(c record.Column) string {
	if c.Open() && c.Key != 0 {
		return fmt.Sprintf("lower(left(%s, %d))", place(c), orderedBy)
	}
	return place(c)
}

// orderOf is the order of a query, with the id where values are equal and what has
// no value at the end.
func orderOf(c record.Column, desc bool) string {
	switch {
	case c.Name == record.ID.Name && desc:
		return "id desc"
	case c.Name == record.ID.Name:
		return "id"
	case !desc:
		return ordered(c) + ", id"
	case c.Required:
		return ordered(c) + " desc, id desc"
	}
	return ordered(c) + " desc nulls last, id desc"
}

// fields are what a record is read from.
func (t table) fields() string {
	all := []string{"t.id", "t.created_at", "t.updated_at"}
	for _, c := range t.Columns {
		// With its type, so that a statement whose plan is kept never means another one.
		field := "t." + place(c) + "::" + typeOf(c)
		if c.Type == record.Number {
			// Its digits, under a name that no order means.
			field = "t." + place(c) + "::" + strings.Replace(typeOf(c), "numeric", "text", 1) + " as exact_" + place(c)
		}
		all = append(all, field)
	}
	return strings.Join(all, ", ")
}

// searchOf is the text of all columns, in which a search looks: of the values as
// value names them.
func (t table) searchOf(value func(record.Column) string) string {
	all := []string{`E'\n'`}
	for _, c := range t.Columns {
		all = append(all, textOf(c, value(c)))
	}
	return "concat_ws(" + strings.Join(all, ", ") + ")"
}

func textOf(c record.Column, value string) string {
	switch {
	case c.Array:
		return fmt.Sprintf(`array_to_string(%s, E'\n')`, value)
	case c.Type == record.Datetime:
		return fmt.Sprintf(`to_char(%s at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`, value)
	}
	return value + "::text"
}

// values is a row v of the statement's arguments: an id, and then a value for each
// column.
func (t table) values() string {
	args, names := []string{"$1::uuid"}, []string{"id"}
	for i, c := range t.Columns {
		args = append(args, fmt.Sprintf("$%d::%s", i+2, typeOf(c)))
		names = append(names, place(c))
	}
	return fmt.Sprintf("(values (%s)) v (%s)", strings.Join(args, ", "), strings.Join(names, ", "))
}

func (t table) places(prefix string) string {
	var all []string
	for _, c := range t.Columns {
		all = append(all, prefix+place(c))
	}
	return strings.Join(all, ", ")
}

// arguments are those of values.
func (t table) arguments(id guild.ID, body record.Body) []any {
	args := []any{string(id)}
	for _, c := range t.Columns {
		args = append(args, argument(c, body[c.Name]))
	}
	return args
}
