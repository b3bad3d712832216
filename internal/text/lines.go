package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lines returns another's words with their line breaks and tabs, and otherwise as
// Line does: blanks for white space, and nothing that does not print.
func Lines(words string) string {
	words = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(words, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, words)
}

// First returns the first characters of a text, at most so many, and how many it has.
func First(s string, most int) (first string, all int) {
	all = utf8.RuneCountInString(s)
	if all <= most {
		return s, all
	}
	return string([]rune(s)[:most]), all
}
