package record

import (
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Record is one row of a collection.
type Record struct {
	ID         guild.ID        `json:"id"`
	Collection string          `json:"collection"`
	Body       json.RawMessage `json:"body"` // the columns that have a value, in their declared order
	CreatedAt  time.Time       `json:"created_at"`
	UpdatedAt  time.Time       `json:"updated_at"`
}

// Added is what became of one body that was added.
type Added struct {
	Record Record
	Merged bool // into a live record with the same value in the unique column
}

// Note says for a reader that a record was merged; empty where it was not.
func (a Added) Note() string {
	if !a.Merged {
		return ""
	}
	return "merged into existing record " + string(a.Record.ID)
}

// Warnings say what in a change was not what its author may have thought: values
// that were there already, and columns that were empty already.
func Warnings(columns Columns, before, change Body) (all []string) {
	moved := false
	for _, c := range columns {
		value, given := change[c.Name]
		switch {
		case !given:
		case value == nil && before[c.Name] == nil:
			all = append(all, c.Name+" was empty already")
		case value != nil && Same(before[c.Name], value):
			all = append(all, c.Name+" had this value already")
		default:
			moved = true
		}
	}
	if !moved && len(all) > 0 {
		all = append(all, "nothing was changed")
	}
	return all
}

// Same reports whether two values of one column are equal. Moments are equal
// whatever their offset.
func Same(a, b any) bool {
	if x, is := a.(time.Time); is {
		y, also := b.(time.Time)
		return also && x.Equal(y)
	}
	if x, is := a.([]any); is {
		y, also := b.([]any)
		return also && slices.EqualFunc(x, y, Same)
	}
	return reflect.DeepEqual(a, b)
}
