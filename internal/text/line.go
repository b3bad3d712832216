package text

import (
	"strings"
	"unicode"
)

// Line returns another's words on one line: white space as single blanks, without
// what does not print, so that no escape sequence and no turned text reaches a
// terminal, and cut to limit bytes, after which "..." says that they were cut.
func Line(words string, limit int) string {
	words = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(words, ""))
	words = strings.Join(strings.Fields(words), " ")
	if len(words) <= limit {
		return words
	}
	return words[:boundary(words, limit)] + "..."
}
