package app

import "github.com/spf13/cobra"

// Content is the text that a command writes: of its argument SOURCE, which is @NAME
// for a file or - for standard input, or of its flag --content.
type Content struct {
	app  *App
	cmd  *cobra.Command
	text string
}

// Content adds the flag --content.
func (a *App) Content(cmd *cobra.Command) *Content {
	c := &Content{app: a, cmd: cmd}
	cmd.Flags().StringVar(&c.text, "content", "", "the `text` itself, in place of SOURCE")
	return c
}

// Read returns the text. source is the argument SOURCE, where it was given. A text in
// its place is wrong usage: it would be a file's name without its @ more often than
// what was meant.
func (c *Content) Read(source []string) (string, error) {
	given := c.cmd.Flags().Changed("content")
	if given == (len(source) > 0) {
		return "", Usage("name a file as @NAME, - for standard input, or give --content TEXT", "the text is needed once, from SOURCE or from --content")
	}
	if given {
		return c.text, nil
	}
	text, plain, err := c.app.Value(source[0])
	if plain {
		return "", Usage("a file is @"+source[0]+", and a text goes with --content", "%q is neither @NAME nor -", source[0])
	}
	return text, err
}
