package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/guildsbox/guilds/internal/guild"
)

// Alteration is a change of a collection's columns. Names are those from before it,
// but for Defaults, which go by the names after it.
type Alteration struct {
	Description *string
	Rename      map[string]string          // from old to new
	Drop        []string                   // with the values that records have there
	Change      []Column                   // declared anew; type and list stay
	Add         []Column                   // behind those that are there
	Defaults    map[string]json.RawMessage // what records get that lack a value
}

// Step is what an alteration does to one column.
type Step struct {
	Before, After *Column // nil Before adds the column, nil After drops it
	Default       any     // what records get that lack a value; nil for none
}

// Apply returns the collection as it is after the alteration and the steps that lead
// there. What existing records make of it is for the store to find out. The error
// has the code invalid and every problem at once.
func (a Alteration) Apply(c Collection) (Collection, []Step, error) {
	p := plan{Alteration: a, before: c.Columns}
	for _, column := range c.Columns {
		p.step(column)
	}
	for _, column := range a.Add {
		column.Key = p.freshKey()
		p.add(nil, column)
	}
	p.checkNames()
	after := c
	after.Columns = p.after
	if a.Description != nil {
		after.Description = *a.Description
	}
	p.problems = append(p.problems, after.Columns.problems()...)
	if err := guild.Invalid("the collection cannot be altered so", p.problems); err != nil {
		return c, nil, err
	}
	return after, p.steps, after.Check()
}

// plan is an alteration while it is worked out.
type plan struct {
	Alteration
	before, after Columns
	steps         []Step
	problems      []guild.Problem
}

func (p *plan) say(path, format string, args ...any) {
	p.problems = append(p.problems, guild.Problem{Path: path, Message: fmt.Sprintf(format, args...)})
}

// step works out what becomes of a column that is there.
func (p *plan) step(column Column) {
	if slices.Contains(p.Drop, column.Name) {
		p.steps = append(p.steps, Step{Before: &column})
		return
	}
	after := column
	if changed, is := find(p.Change, column.Name); is {
		after = changed
		after.Key = column.Key
		if changed.Type != column.Type || changed.Array != column.Array {
			p.say("change."+column.Name, "is %s and stays so; add another column, and drop this one when it is no longer needed", shape(column))
		}
	}
	if name, is := p.Rename[column.Name]; is {
		after.Name = name
	}
	p.add(&column, after)
}

func shape(c Column) string {
	if c.Array {
		return "a list of " + string(c.Type)
	}
	return string(c.Type)
}

// add puts a column into the new definition, with the value for records that lack
// one.
func (p *plan) add(before *Column, after Column) {
	step := Step{Before: before, After: &after}
	if raw, given := p.Defaults[after.Name]; given {
		body, err := object([]byte(`{"v":` + string(raw) + `}`))
		if err != nil || body["v"] == nil {
			p.say("defaults."+after.Name, "is no value")
		} else if _, known := readers[after.Type]; known {
			value, problems := after.read(body["v"], "defaults."+after.Name)
			step.Default = value
			p.problems = append(p.problems, problems...)
		}
		if after.Unique {
			p.say("defaults."+after.Name, "would stand in every record, and the column is unique")
		}
	}
	p.after = append(p.after, after)
	p.steps = append(p.steps, step)
}

// freshKey returns a place in storage that no column of either definition has.
func (p *plan) freshKey() int {
	key := 0
	for _, c := range slices.Concat(p.before, p.after) {
		key = max(key, c.Key)
	}
	return key + 1
}

// checkNames finds names in the alteration that stand for nothing.
func (p *plan) checkNames() {
	for _, name := range p.Drop {
		p.must("drop", p.before, name)
	}
	for _, old := range slices.Sorted(maps.Keys(p.Rename)) {
		p.must("rename", p.before, old)
	}
	for _, c := range p.Change {
		p.must("change", p.before, c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Defaults)) {
		p.must("defaults", p.after, name)
	}
}

func (p *plan) must(path string, in Columns, name string) {
	if _, is := in.Find(name); !is {
		p.say(path+"."+name, "is not a column of the collection")
	}
}

// Number gives the columns of a new collection their places in storage.
func (cs Columns) Number() Columns {
	numbered := slices.Clone(cs)
	for i := range numbered {
		numbered[i].Key = i + 1
	}
	return numbered
}
