package app

import (
	"fmt"
	"io"

	"golang.org/x/term"

	"github.com/guildsbox/guilds/internal/cli/print"
)

// Progress tells on standard error how far something is. A terminal redraws one
// line in place; a pipe gets a line each time, and only when it changed.
type Progress struct {
	out   io.Writer
	live  bool
	width int // of the terminal, 0 where unknown
	last  string
	drawn bool
}

// clearLine goes to the start of the line and deletes it.
const clearLine = "\r\x1b[K"

// Progress returns a Progress. End it before anything else is written.
func (a *App) Progress() *Progress {
	p := &Progress{out: a.Err}
	if fd, ok := terminal(a.Err); ok && !a.dumb() {
		p.live = true
		p.width, _, _ = term.GetSize(fd)
	}
	return p
}

// Live reports whether the line is redrawn, so that a count of seconds makes
// sense in it.
func (p *Progress) Live() bool { return p.live }

// Show tells the present state.
func (p *Progress) Show(format string, args ...any) {
	line := print.Cell(fmt.Sprintf(format, args...))
	if line == p.last {
		return
	}
	p.last = line
	if p.live {
		if p.width > 0 {
			line = print.Clip(line, p.width-1) // a wrapped line could not be cleared
		}
		fmt.Fprint(p.out, clearLine+line)
		p.drawn = true
		return
	}
	fmt.Fprintln(p.out, line)
}

// End removes the line from a terminal.
func (p *Progress) End() {
	if p.drawn {
		fmt.Fprint(p.out, clearLine)
		p.drawn = false
	}
}
