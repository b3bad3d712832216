package print

import "fmt"

// Whole writes a thing that is one text: to the byte in a pipe, and on a terminal
// without what the terminal would obey. JSON has the whole thing.
func Whole[T any](p *Printer, item T, text string) error {
	if done, err := p.Data(item); done {
		return err
	}
	if p.Terminal {
		text = Text(text)
	}
	_, err := fmt.Fprintln(p.Out, text)
	return err
}
