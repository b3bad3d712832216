package print

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Column is one column of a table, or one line of a single thing.
type Column[T any] struct {
	Head  string
	Value func(T) any // a string, State, bool, number, time or list of strings
	Clip  bool        // a terminal cuts this column where the line would not fit
	Extra bool        // a terminal leaves this column out where the line would not fit; with Clip, once it would be cut to little
}

// List writes many things: a table, or JSON where it was asked for. none is the
// sentence that stands on standard error when there are none.
func List[T any](p *Printer, items []T, columns []Column[T], none string) error {
	if items == nil {
		items = []T{} // so that JSON says [] and not null
	}
	if done, err := p.Data(items); done {
		return err
	}
	if len(items) == 0 {
		_, err := fmt.Fprintln(p.Notes, none)
		return err
	}
	return Table(p, items, columns)
}

// One writes a single thing, a line for each column that has a value.
func One[T any](p *Printer, item T, columns []Column[T]) error {
	if done, err := p.Data(item); done {
		return err
	}
	return Pairs(p, item, columns)
}

// Pairs writes a line for each column that has a value, whatever --json says.
func Pairs[T any](p *Printer, item T, columns []Column[T]) error {
	indent := 0
	for _, c := range columns {
		indent = max(indent, len(c.Head)+2)
	}
	var b strings.Builder
	for _, c := range columns {
		v := c.Value(item)
		shown := p.cell(v)
		if s, ok := v.(string); ok {
			shown.text = p.paragraph(s, indent)
		}
		if shown.text == "" {
			continue
		}
		b.WriteString(pad(p.paint(faint, c.Head+":"), indent))
		b.WriteString(p.paint(shown.tone, shown.text) + "\n")
	}
	_, err := p.Out.Write([]byte(b.String()))
	return err
}

// paragraph sets a text beside its label: wrapped on a terminal, and with every
// line after the first indented.
func (p *Printer) paragraph(s string, indent int) string {
	s = strings.TrimSpace(Text(s))
	if room := p.Width - indent; p.Terminal && room >= 20 {
		s = lipgloss.NewStyle().Width(room).Render(s)
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

// Table writes a table of items, whatever --json says.
func Table[T any](p *Printer, items []T, columns []Column[T]) error {
	t := table{}
	for _, c := range columns {
		t.columns = append(t.columns, column{clip: c.Clip, extra: c.Extra})
	}
	if p.Terminal {
		t.rows = append(t.rows, heads(columns))
	}
	for _, item := range items {
		row := make([]cell, len(columns))
		for i, c := range columns {
			row[i] = p.cell(c.Value(item))
		}
		t.rows = append(t.rows, row)
	}
	_, err := p.Out.Write([]byte(p.layout(t)))
	return err
}

// heads is the first row of a table on a terminal.
func heads[T any](columns []Column[T]) []cell {
	row := make([]cell, len(columns))
	for i, c := range columns {
		row[i] = cell{strings.ToUpper(c.Head), heading}
	}
	return row
}
