package text_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/text"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ words, want string }{
		{"", ""},
		{"two\twords\r\n and more ", "two words and more"},
		{"a\x1b[31mred\x00\u202e", "a[31mred"},
		{"bad \xff byte", "bad byte"},
		{"0123456789abcdefghij", "0123456789abcdefghij"},
		{"0123456789abcdefghijk", "0123456789abcdefghij..."},
		{"0123456789abcdefghié", "0123456789abcdefghi..."},
	} {
		if got := text.Line(c.words, 20); got != c.want {
			t.Errorf("Line(%q) = %q, want %q", c.words, got, c.want)
		}
	}
}
