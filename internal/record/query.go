package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// The limits of a listing.
const (
	DefaultLimit = 20
	MaxLimit     = 100
	MaxOffset    = 1_000_000
	MaxCounted   = 5_000 // of the records in which a part of a text or a similar spelling was found
)

// Ask is what a listing was asked for, as it was written.
type Ask struct {
	Where  map[string]json.RawMessage
	Since  string
	Order  *Ordering
	Limit  int // 0 means DefaultLimit
	Offset int
}

// Ordering is the order that was asked for.
type Ordering struct {
	Column    string `json:"column"`
	Direction string `json:"direction"` // asc or desc; empty means asc
}

// Query is a listing that fits its collection.
type Query struct {
	Where  []Condition
	Since  *time.Time // only records changed at this moment or later
	Order  Column
	Desc   bool
	Limit  int
	Offset int
}

// Narrowed reports whether the query leaves records out.
func (q Query) Narrowed() bool { return len(q.Where) > 0 || q.Since != nil }

// LooksIntoText reports whether the query looks for a part of a text.
func (q Query) LooksIntoText() bool {
	return slices.ContainsFunc(q.Where, func(c Condition) bool { return c.Op == Contains })
}

// Page is what a query found.
type Page struct {
	Total   int  // of the records that fit, whatever the limit and offset
	More    bool // than Total, which is MaxCounted then
	Records []Record
}

// Size says how much a collection holds.
type Size struct {
	Records int
	Newest  *time.Time // the newest change of a live record; nil of none
}

// Parse reads a listing against the columns. Without an order, records come newest
// first, and with since alone the oldest change first. The error has the code
// invalid and every problem at once.
func Parse(columns Columns, ask Ask) (Query, error) {
	q := Query{Limit: ask.Limit, Offset: ask.Offset, Order: CreatedAt, Desc: true}
	where, problems := parseWhere(columns, ask.Where)
	q.Where = where
	say := func(path, format string, args ...any) {
		problems = append(problems, guild.Problem{Path: path, Message: fmt.Sprintf(format, args...)})
	}
	if ask.Since != "" {
		since, err := ParseMoment(ask.Since)
		if err != nil {
			say("since", "%q %s", clip(ask.Since), err)
		}
		q.Since, q.Order, q.Desc = &since, UpdatedAt, false
	}
	if q.Limit == 0 {
		q.Limit = DefaultLimit
	}
	if q.Limit < 1 || q.Limit > MaxLimit {
		say("limit", "is %d; it is 1 to %d", q.Limit, MaxLimit)
	}
	if q.Offset < 0 || q.Offset > MaxOffset {
		say("offset", "is %d; it is 0 to %d", q.Offset, MaxOffset)
	}
	if ask.Order != nil {
		q.Desc = ask.Order.Direction == "desc"
		if d := ask.Order.Direction; d != "" && d != "asc" && d != "desc" {
			say("order.direction", "is %q; it is asc or desc", clip(d))
		}
		c, known := find(append([]Column{ID, CreatedAt, UpdatedAt}, columns...), ask.Order.Column)
		switch {
		case !known:
			say("order.column", "%q is not a column of this collection; %s", clip(ask.Order.Column), columns.known())
		case c.Array:
			say("order.column", "%q is a list, and lists have no order", c.Name)
		}
		q.Order = c
	}
	return q, guild.Invalid("the listing does not fit the collection", problems)
}

// known says which columns there are, for a message.
func (cs Columns) known() string {
	return "the columns are " + strings.Join(append(cs.Names(), ID.Name, CreatedAt.Name, UpdatedAt.Name), ", ")
}

// MoreHint tells whoever looked for what a great many records hold that not all of
// them were counted.
func MoreHint() string {
	return fmt.Sprintf("more than %d records fit, and they were counted no further; narrow the where to know how many", MaxCounted)
}

// Hint tells whoever narrowed a listing until nothing was left what the collection
// holds.
func Hint(c Collection, size Size) string {
	words := make([]string, len(c.Columns))
	for i, column := range c.Columns {
		words[i] = column.String()
	}
	newest := "no change yet"
	if size.Newest != nil {
		newest = "the newest change at " + size.Newest.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf("%s holds %d records, %s; its columns are %s", c.Name, size.Records, newest, strings.Join(words, ", "))
}
