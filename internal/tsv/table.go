package tsv

import (
	"fmt"
	"strings"
)

// The rows of a list (specification, the paragraphs of the connectors).
const (
	DefaultRows = 15 // where the model asks for no number
	MaxRows     = 30
)

// Rows returns how many rows to show where a model asked for so many, 0 for none.
func Rows(asked int) int {
	if asked <= 0 {
		return DefaultRows
	}
	return min(asked, MaxRows)
}

// Raise is the Rest of a Show whose rows come again with a higher limit, of so many rows
// where a model asked for a limit; empty where no limit shows more. A page of a vendor
// may be longer than what was asked for, and the next page begins after all of it.
func Raise(rows, asked int) string {
	if Rows(asked) == MaxRows {
		return ""
	}
	if rows > MaxRows {
		return fmt.Sprintf("pass limit %d to see more", MaxRows)
	}
	return fmt.Sprintf("pass limit %d to see them", rows)
}

// Column is one column of a table of rows of the type R.
type Column[R any] struct {
	Head string
	Cell func(R) any // see Write for what a cell may be
	Max  int         // the longest cell, in characters; 0 for MaxCell
}

// Show says how to write a table.
type Show struct {
	Limit int    // rows that the model asked for; 0 for DefaultRows, and at most MaxRows count
	Empty string // what was asked, said where there is no row: `no coin matches "foo"`
	More  string // how to get the next page: "pass page_key k2 for more"; empty where there is none
	Rest  string // how to get the rows that are left out, see Raise; empty where More says it or nothing does

	// All shows every row whatever their number: those of a series that was sampled,
	// or those that were asked for one by one.
	All bool
}

// Write writes a header and the first rows, and after them how many are left out and
// how to get at them. A cell is a string, a json.Number as it was sent, an int, an
// int64, a bool, a time.Time, a list of strings, a pointer to a string, a number or
// a bool, or nil; what is not there is empty.
func Write[R any](columns []Column[R], rows []R, s Show) string {
	if len(rows) == 0 {
		return line(s.Empty, s.More)
	}
	shown := rows
	if limit := Rows(s.Limit); !s.All && len(rows) > limit {
		shown = rows[:limit]
	}
	var b strings.Builder
	for i, c := range columns {
		separate(&b, i)
		b.WriteString(c.Head)
	}
	for _, row := range shown {
		b.WriteByte('\n')
		for i, c := range columns {
			separate(&b, i)
			b.WriteString(cell(c.Cell(row), c.Max))
		}
	}
	left := ""
	if n := len(rows) - len(shown); n > 0 {
		left = fmt.Sprintf("%d more not shown", n)
		if s.Rest != "" {
			left += ", " + s.Rest
		}
	}
	if note := line(left, s.More); note != "" {
		b.WriteString("\n" + note)
	}
	return b.String()
}

func separate(b *strings.Builder, column int) {
	if column > 0 {
		b.WriteByte('\t')
	}
}

// line is a note in brackets, or nothing.
func line(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p = Clip(p, maxNote); p != "" {
			said = append(said, p)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return "[" + strings.Join(said, "; ") + "]"
}

// maxNote is how long a part of a note may be, in characters. Cursors of vendors
// have some hundreds, and one that is cut is of no use.
const maxNote = 2000
