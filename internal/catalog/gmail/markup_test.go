package gmail

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzPlain checks that no HTML, which is a stranger's, brings a fault or what is not
// text into a result.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"<p>a<b>b</p>", "<div hidden><div></div>x", "<a href=https://x.example>y", "<pre>\n a</pre>", "</a></pre>", "<svg><style><!--</style>", "<br><li><td>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, markup string) {
		got := lines(plain(markup))
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\x1b\x00\r") || strings.Contains(got, "\n\n\n") {
			t.Errorf("plain(%q) = %q", markup, got)
		}
	})
}
