package print

import (
	"io"
	"strings"
)

// Whole writes a thing that is one text, with a line end where it has none: in a pipe
// as it stands, and on a terminal without what the terminal would obey. JSON has the
// whole thing.
func Whole[T any](p *Printer, item T, text string) error {
	if done, err := p.Data(item); done {
		return err
	}
	if p.Terminal {
		text = Text(text)
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(p.Out, text)
	return err
}
