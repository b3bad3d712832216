package print

import (
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// gap is what stands between two columns.
const gap = "  "

// A column that may be left out is cut to readable before it is, and any other to
// narrowest.
const (
	readable  = 20
	narrowest = 8
)

// table is what stands in columns, the heads in its first row where it has any.
type table struct {
	columns []column
	rows    [][]cell
}

type column struct {
	width       int // 0 leaves the column out
	whole       int // what its longest cell takes
	clip, extra bool
}

// layout aligns a table's rows. An empty cell of a pipe is a hyphen, so that a
// script can count the columns. No line ends in blanks.
func (p *Printer) layout(t table) string {
	p.measure(&t)
	var b strings.Builder
	for _, row := range t.rows {
		var line strings.Builder
		for i, c := range row {
			if t.columns[i].width == 0 {
				continue
			}
			if line.Len() > 0 {
				line.WriteString(gap)
			}
			text := Clip(c.text, t.columns[i].width)
			if text == "" && !p.Terminal {
				text = "-"
			}
			line.WriteString(pad(p.paint(c.tone, text), t.columns[i].width))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// measure sets the widths of a table's columns. Where a terminal is too narrow, it
// makes room in the order of the steps, each from the last column to the first, and
// no more of it than it must.
func (p *Printer) measure(t *table) {
	total := -len(gap)
	for i := range t.columns {
		width := 1
		for _, row := range t.rows {
			width = max(width, lipgloss.Width(row[i].text))
		}
		t.columns[i].width, t.columns[i].whole = width, width
		total += width + len(gap)
	}
	if !p.Terminal || p.Width == 0 {
		return
	}
	for _, s := range steps {
		for i := range slices.Backward(t.columns) {
			if c := &t.columns[i]; s.of(*c) && total > p.Width {
				total -= s.shrink(c, total-p.Width)
			}
		}
	}
	t.widen(p.Width - total)
}

// steps are how a table is made narrower: what only adds goes first, then what may
// be cut is cut as long as it says something, then what would say little goes.
var steps = []struct {
	of     func(column) bool
	shrink func(c *column, excess int) (saved int)
}{
	{func(c column) bool { return c.extra && !c.clip }, leaveOut},
	{func(c column) bool { return c.clip }, cutTo(readable)},
	{func(c column) bool { return c.extra && c.clip }, leaveOut},
	{func(c column) bool { return c.clip && c.width > 0 }, cutTo(narrowest)},
}

func leaveOut(c *column, _ int) int {
	saved := c.width + len(gap)
	c.width = 0
	return saved
}

func cutTo(least int) func(*column, int) int {
	return func(c *column, excess int) int {
		saved := max(min(excess, c.width-least), 0)
		c.width -= saved
		return saved
	}
}

// widen gives what was saved beyond need back to the columns that were cut, the
// first one first.
func (t table) widen(room int) {
	for i := range t.columns {
		if c := &t.columns[i]; c.width > 0 && room > 0 {
			more := min(room, c.whole-c.width)
			c.width += more
			room -= more
		}
	}
}

// pad fills text with blanks up to a width in terminal columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-lipgloss.Width(s), 0))
}

// Clip cuts s to a width in terminal columns, with an ellipsis where it was cut.
func Clip(s string, width int) string {
	if lipgloss.Width(s) <= width {
		return s
	}
	cut, used := 0, 0
	for i, r := range s {
		used += lipgloss.Width(string(r))
		if used > width-1 {
			break
		}
		cut = i + len(string(r))
	}
	return s[:cut] + "…"
}
