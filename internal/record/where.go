package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxWhere bounds the terms of one request.
const MaxWhere = 8

// Op is how a condition compares.
type Op int

// The ways to compare.
const (
	Missing  Op = iota // there is no value
	Equals             // exactly; an item of a list
	Contains           // as a part of the text, or spelled similarly; an item of a list
	Between            // within bounds, both of them included
)

// Condition is one term of a where.
type Condition struct {
	Column   Column
	Op       Op
	Value    any // of Equals and Contains, of the column's type
	GTE, LTE any // of Between; nil where there is no such bound
}

// ParseWhere reads the terms of a where against the columns. The error has the code
// invalid and every problem at once.
func ParseWhere(columns Columns, where map[string]json.RawMessage) ([]Condition, error) {
	all, problems := parseWhere(columns, where)
	return all, guild.Invalid("the where does not fit the collection", problems)
}

func parseWhere(columns Columns, where map[string]json.RawMessage) (all []Condition, problems []guild.Problem) {
	if len(where) > MaxWhere {
		return nil, []guild.Problem{{Path: "where", Message: fmt.Sprintf("has %d terms, and the most is %d", len(where), MaxWhere)}}
	}
	for _, name := range slices.Sorted(maps.Keys(where)) {
		c, known := find(append(slices.Clone(kept), columns...), name)
		if !known {
			problems = append(problems, guild.Problem{Path: "where." + name, Message: "is not a column of this collection; " + columns.known()})
			continue
		}
		condition, err := c.condition(where[name])
		if err != nil {
			problems = append(problems, guild.Problem{Path: "where." + name, Message: err.Error()})
		}
		all = append(all, condition)
	}
	return all, problems
}

// condition reads one term.
func (c Column) condition(raw json.RawMessage) (Condition, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var term any
	if err := d.Decode(&term); err != nil {
		return Condition{}, fmt.Errorf("is not JSON")
	}
	if term == nil {
		return Condition{Column: c, Op: Missing}, nil
	}
	if bounds, is := term.(map[string]any); is {
		return c.between(bounds)
	}
	if c.Name == ID.Name {
		text, _ := term.(string)
		id, err := guild.ParseID(text)
		return Condition{Column: c, Op: Equals, Value: string(id)}, err
	}
	value, err := c.sought(term)
	op := Equals
	if c.Open() {
		op = Contains
		if value == "" {
			err = fmt.Errorf("is empty; null finds records without a value")
		}
	}
	return Condition{Column: c, Op: op, Value: value}, err
}

// sought reads a term as a value of the column. How long a stored text may be does
// not bound what is looked for.
func (c Column) sought(term any) (any, error) {
	c.Unique = false
	return c.one(term)
}

// between reads {gte, lte}.
func (c Column) between(bounds map[string]any) (Condition, error) {
	condition := Condition{Column: c, Op: Between}
	if c.Type != Number && c.Type != Datetime || c.Array {
		return condition, fmt.Errorf("is not a number or datetime, and only these have bounds")
	}
	for _, name := range slices.Sorted(maps.Keys(bounds)) {
		into := map[string]*any{"gte": &condition.GTE, "lte": &condition.LTE}[name]
		if into == nil {
			return condition, fmt.Errorf("has the bound %q; the bounds are gte and lte", clip(name))
		}
		value, err := c.one(bounds[name])
		if err != nil {
			return condition, fmt.Errorf("%s %w", name, err)
		}
		*into = value
	}
	if condition.GTE == nil && condition.LTE == nil {
		return condition, fmt.Errorf("has neither of the bounds gte and lte")
	}
	return condition, nil
}
