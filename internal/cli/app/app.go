// Package app is what every command of guildsctl is given: the three streams
// and whether they are terminals, the environment, the daemon's client, the
// printer, and the ways to ask a person, to read a value, to find a thing by the
// name that people type, and to complete that name.
package app

import (
	"bufio"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/guildsbox/guilds/internal/cli/print"
)

// App is the surroundings of one run of guildsctl.
type App struct {
	In  io.Reader
	Out io.Writer // data only
	Err io.Writer // all else: questions, progress, notes, errors
	Env func(name string) string

	address address
	lines   *bufio.Reader // In, kept because it may hold lines read ahead
	reading <-chan typed  // the read of a line that goes on; nil where none does
}

// New returns an App over three streams. Those that are terminals are found out
// from the streams themselves.
func New(in io.Reader, out, err io.Writer, env func(string) string) *App {
	return &App{In: in, Out: out, Err: err, Env: env, lines: bufio.NewReader(in)}
}

// Printer returns the printer of a command with the given flags, which may be
// nil.
func (a *App) Printer(f *print.Format) *print.Printer {
	p := &print.Printer{Out: a.Out, Notes: a.Err, Format: f}
	fd, ok := terminal(a.Out)
	if !ok {
		return p
	}
	p.Terminal = true
	p.Colour = a.Env("NO_COLOR") == "" && !a.dumb()
	p.Width, _, _ = term.GetSize(fd)
	return p
}

// Interactive reports whether there is a person to ask: questions go to standard
// error, answers come from standard input, and both must be terminals.
func (a *App) Interactive() bool {
	_, in := terminal(a.In)
	_, err := terminal(a.Err)
	return in && err
}

// dumb reports a terminal that cannot move its cursor.
func (a *App) dumb() bool { return a.Env("TERM") == "dumb" }

// terminal returns the descriptor of a stream that is a terminal.
func terminal(stream any) (fd int, ok bool) {
	f, ok := stream.(*os.File)
	if !ok {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}
