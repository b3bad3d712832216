package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/term"

	"github.com/guildsbox/guilds/internal/cli/print"
)

// ErrDeclined is the answer no to a question whether to go on.
var ErrDeclined = errors.New("nothing was changed")

// Note writes a line to standard error.
func (a *App) Note(format string, args ...any) {
	fmt.Fprintln(a.Err, print.Text(fmt.Sprintf(format, args...)))
}

// Ask asks for a line of text. Only an interactive App may ask.
func (a *App) Ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(a.Err, print.Text(question))
	line, err := a.readLine(ctx)
	if errors.Is(err, io.EOF) {
		return "", errEnded()
	}
	return line, err
}

func errEnded() error { return Usage("", "the input ended before an answer") }

// AskHidden asks for a line that the terminal does not show.
func (a *App) AskHidden(ctx context.Context, question string) (string, error) {
	fd, _ := terminal(a.In)
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	fmt.Fprint(a.Err, print.Text(question))
	defer fmt.Fprintln(a.Err) // the terminal hid the answer's line end too
	answers := make(chan typed, 1)
	go func() {
		line, err := term.ReadPassword(fd)
		answers <- typed{string(line), err}
	}()
	select {
	case <-ctx.Done():
		// The read cannot be called off and is left behind, but the terminal is
		// put right.
		_ = term.Restore(fd, before)
		return "", ctx.Err()
	case got := <-answers:
		if errors.Is(got.err, io.EOF) {
			return "", errEnded()
		}
		return got.text, got.err
	}
}

// Confirm returns nil where a command may go on: yes was given, or a person says
// so. Without a person to ask it is wrong usage that names --yes.
func (a *App) Confirm(ctx context.Context, yes bool, question string) error {
	if yes {
		return nil
	}
	if !a.Interactive() {
		return Usage("add --yes to go on", "this needs a confirmation, and there is no terminal to ask on")
	}
	answer, err := a.Ask(ctx, question+" [y/N] ")
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	default:
		return ErrDeclined
	}
}
