package print

import (
	"fmt"
	"strings"
	"unicode"
)

// Cell returns s fit for one line of a table: white space becomes single blanks
// and control characters become visible.
func Cell(s string) string {
	return Text(strings.Join(strings.Fields(s), " "))
}

// Text returns s with its lines and tabs kept and every other control character
// made visible, so that a terminal shows it instead of obeying it.
func Text(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.IndexFunc(s, hostile) < 0 {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !hostile(r):
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune(0x2400 + r) // the control picture, such as U+241B for ESC
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// hostile reports whether a terminal would act on r: the C0 and C1 controls, and
// the marks that turn the direction of writing and so hide what stands there.
func hostile(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
