package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Cap returns s in at most limit bytes of valid UTF-8. A text that does not fit
// is cut between two characters and ends in a line that says how many bytes were
// left out; that line counts towards the limit, and is missing where the limit is
// too small even for it. Bytes that are not UTF-8 become U+FFFD first.
func Cap(s string, limit int) string {
	limit = max(limit, 0)
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	if len(s) <= limit {
		return s
	}
	// The notice of all bytes is at least as long as that of the ones left out.
	room := limit - len(notice(len(s)))
	if room < 0 {
		return s[:boundary(s, limit)]
	}
	cut := boundary(s, room)
	return s[:cut] + notice(len(s)-cut)
}

func notice(bytes int) string { return fmt.Sprintf("\n[%d bytes left out]", bytes) }

// boundary returns the largest offset up to limit at which a character of s, which
// is longer than limit, starts.
func boundary(s string, limit int) int {
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return limit
}
