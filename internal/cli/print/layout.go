package print

import (
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// gap is what stands between two columns.
const gap = "  "

// narrowest is how far a column is cut at most.
const narrowest = 8

// table is what stands in columns, the heads in its first row where it has any.
type table struct {
	columns []column
	rows    [][]cell
}

type column struct {
	width       int // 0 leaves the column out
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

// measure sets the widths of a table's columns. Where a terminal is too narrow,
// it first leaves out the extra columns and then clips those that may be, the
// last one first.
func (p *Printer) measure(t *table) {
	total := -len(gap)
	for i := range t.columns {
		width := 1
		for _, row := range t.rows {
			width = max(width, lipgloss.Width(row[i].text))
		}
		t.columns[i].width = width
		total += width + len(gap)
	}
	if !p.Terminal || p.Width == 0 {
		return
	}
	for i := range slices.Backward(t.columns) {
		if c := &t.columns[i]; c.extra && total > p.Width {
			total -= c.width + len(gap)
			c.width = 0
		}
	}
	for i := range slices.Backward(t.columns) {
		if c := &t.columns[i]; c.clip && total > p.Width {
			cut := max(min(total-p.Width, c.width-narrowest), 0)
			c.width -= cut
			total -= cut
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
