package text_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/text"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                            "",
		"a\tb\r\nc\rd\n\n e ":         "a\tb\nc\nd\n\n e ",
		"\x1b[2Ja\x00\u202eb\u200f":   "[2Jab",
		"no\u00a0break\u2028line\x0b": "no break line ",
		"\xffé🎉":                      "\uFFFDé🎉",
	} {
		if got := text.Lines(in); got != want {
			t.Errorf("Lines(%q) = %q; want %q", in, got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		most int
		want string
		all  int
	}{{"", 3, "", 0}, {"äöü", 3, "äöü", 3}, {"äöü!", 3, "äöü", 4}} {
		if got, all := text.First(tt.in, tt.most); got != tt.want || all != tt.all {
			t.Errorf("First(%q, %d) = %q, %d", tt.in, tt.most, got, all)
		}
	}
}
