// Package print writes what a command shows, in two designed forms. On a
// terminal it is a table with headers, colours and ages, clipped to the width.
// In a pipe it is aligned columns without headers or colour, whole values and
// exact times, so that a script reads the first line as data; only of a description
// a list shows the first sentence, in both (Brief). JSON, with chosen
// fields and a jq expression, is the third form and the same in both places.
//
// Text that came from outside passes through Cell or Text on its way, so that no
// server can move the cursor or recolour the screen.
package print

import (
	"io"

	"github.com/charmbracelet/lipgloss"
)

// Printer writes the output of one command.
type Printer struct {
	Out      io.Writer // data
	Notes    io.Writer // sentences that are no data: standard error
	Terminal bool      // whether Out is a terminal
	Colour   bool      // whether styles may be used; never without Terminal
	Width    int       // columns of the terminal, 0 where unknown
	Format   *Format   // what --json and --jq asked for; nil for a command without them

	styles *lipgloss.Renderer
}

// Data writes v as JSON where --json or --jq asked for it, and reports whether
// they did. A command with a layout of its own asks this first.
func (p *Printer) Data(v any) (bool, error) {
	if !p.Format.wanted() {
		return false, nil
	}
	return true, p.writeJSON(v)
}
