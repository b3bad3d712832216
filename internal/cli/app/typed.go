package app

import (
	"context"
	"errors"
	"io"
	"strings"
)

// typed is one line that was read, or why there is none.
type typed struct {
	text string
	err  error
}

// readLine returns the next line without its end. A read from a terminal cannot
// be called off: one that outlives ctx is taken up by the next readLine, so that
// no line is lost to a question that nobody asks any more.
func (a *App) readLine(ctx context.Context) (string, error) {
	if a.reading == nil {
		reading := make(chan typed, 1)
		go func() {
			line, err := a.lines.ReadString('\n')
			if errors.Is(err, io.EOF) && line != "" {
				err = nil // a last line without its end
			}
			reading <- typed{strings.TrimRight(line, "\r\n"), err}
		}()
		a.reading = reading
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case got := <-a.reading:
		a.reading = nil
		return got.text, got.err
	}
}

// Typed delivers the lines that a person types while something else goes on, until
// stop is called, or nothing where there is nobody. Nothing may be asked between.
func (a *App) Typed(ctx context.Context) (lines <-chan string, stop func()) {
	if !a.Interactive() {
		return nil, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	out, done := make(chan string), make(chan struct{})
	go func() {
		defer close(done)
		for {
			line, err := a.readLine(ctx)
			if err != nil {
				return
			}
			select {
			case out <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, func() { cancel(); <-done }
}
