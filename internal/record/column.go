package record

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Type is what the values of a column are.
type Type string

// The types of column.
const (
	Text     Type = "text"
	Number   Type = "number"
	Boolean  Type = "boolean"
	Datetime Type = "datetime"
)

var types = []Type{Text, Number, Boolean, Datetime}

// The limits of a definition.
const (
	MaxColumns     = 64
	MaxValues      = 200 // allowed values of one column
	MaxValueLength = 200 // of one allowed value, in characters
	MaxDescription = 400 // of a collection or a column, in characters
)

// Column is one column of a collection.
type Column struct {
	Name        string
	Type        Type
	Description string
	Array       bool     // the value is a list of values of the type
	Values      []string // the only texts that it may hold; none means that any may stand
	Required    bool     // each record has a value, and no empty one
	Unique      bool     // no two records share a value: adding one again merges into the first

	// Key is the column's place in storage, which it has to itself and keeps through a
	// change of name.
	Key int
}

// The columns that every record has beside those that are declared.
var (
	ID        = Column{Name: "id", Type: Text, Required: true}
	CreatedAt = Column{Name: "created_at", Type: Datetime, Required: true}
	UpdatedAt = Column{Name: "updated_at", Type: Datetime, Required: true}
)

var kept = []Column{ID, CreatedAt, UpdatedAt}

// Columns are the declared columns of a collection in their order.
type Columns []Column

// Find returns the declared column with a name.
func (cs Columns) Find(name string) (Column, bool) { return find(cs, name) }

func find(cs []Column, name string) (Column, bool) {
	i := slices.IndexFunc(cs, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return Column{}, false
	}
	return cs[i], true
}

// Unique returns the column by which a record that is added again is known.
func (cs Columns) Unique() (Column, bool) {
	i := slices.IndexFunc(cs, func(c Column) bool { return c.Unique })
	if i < 0 {
		return Column{}, false
	}
	return cs[i], true
}

// Names returns the names of the columns in their order.
func (cs Columns) Names() []string {
	names := make([]string, len(cs))
	for i, c := range cs {
		names[i] = c.Name
	}
	return names
}

// Open reports whether a column holds text that may be any.
func (c Column) Open() bool { return c.Type == Text && len(c.Values) == 0 }

// String describes a column in the words that a model and an operator read:
// "status text one of open|done required".
func (c Column) String() string {
	words := []string{c.Name, string(c.Type)}
	if c.Array {
		words = append(words, "array")
	}
	if len(c.Values) > 0 {
		words = append(words, "one of "+strings.Join(c.Values, "|"))
	}
	if c.Required {
		words = append(words, "required")
	}
	if c.Unique {
		words = append(words, "unique")
	}
	if c.Description != "" {
		words = append(words, "("+c.Description+")")
	}
	return strings.Join(words, " ")
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// problems returns what is wrong with the declaration of one column.
func (c Column) problems(path string) (all []guild.Problem) {
	say := func(field, format string, args ...any) {
		all = append(all, guild.Problem{Path: path + field, Message: fmt.Sprintf(format, args...)})
	}
	if !nameForm.MatchString(c.Name) {
		say(".name", "%q is no name of a column; use up to 63 lower-case letters, digits and underscores, a letter first", c.Name)
	}
	if _, taken := find(kept, c.Name); taken {
		say(".name", "every record has the column %q already; choose another name", c.Name)
	}
	if !slices.Contains(types, c.Type) {
		say(".type", "%q is no type of column; the types are text, number, boolean and datetime", c.Type)
	}
	if tooLong(c.Description, MaxDescription) || strings.ContainsAny(c.Description, "\r\n\x00") {
		say(".description", "is one line of at most %d characters", MaxDescription)
	}
	if len(c.Values) > 0 && c.Type != Text {
		say(".values", "only a column of text has allowed values")
	}
	if len(c.Values) > MaxValues {
		say(".values", "are %d, and the most is %d", len(c.Values), MaxValues)
	}
	if c.Unique && (c.Array || c.Type == Boolean) {
		say(".unique", "a list or a boolean cannot be unique")
	}
	return append(all, valueProblems(c.Values, path+".values")...)
}

func valueProblems(values []string, path string) (all []guild.Problem) {
	for i, v := range values {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case strings.TrimSpace(v) == "" || strings.ContainsAny(v, "|\r\n\x00"):
			all = append(all, guild.Problem{Path: at, Message: fmt.Sprintf("%q is no allowed value; it is one line that is not empty, without |", v)})
		case tooLong(v, MaxValueLength):
			all = append(all, guild.Problem{Path: at, Message: fmt.Sprintf("has more than %d characters", MaxValueLength)})
		case slices.Contains(values[:i], v):
			all = append(all, guild.Problem{Path: at, Message: fmt.Sprintf("%q stands there twice", v)})
		}
	}
	return all
}
