package artifact_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/artifact"
)

func TestSnippet(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 200)
	for _, tt := range []struct{ name, content, words, want string }{
		{"the beginning", "# Plan\n\nfirst\tline", "", "# Plan first line"},
		{"nothing", "", "x", ""},
		{"around the words", "one\ntwo THREE four", "three", "one two THREE four"},
		{"not the phrase, but one of its words", "the fox", "quick fox", "the fox"},
		{"only in the key", "the fox", "hen", "the fox"},
		{"a pattern is text", "a (b) c", "(b", "a (b) c"},
		{"letters that change length with their case", "İİİ needle", "NEEDLE", "İİİ needle"},
	} {
		if got := artifact.Snippet(tt.content, tt.words); got != tt.want {
			t.Errorf("%s: %q; want %q", tt.name, got, tt.want)
		}
	}
	got := artifact.Snippet(long+" needle "+long, "needle")
	if !strings.HasPrefix(got, "...é") || !strings.HasSuffix(got, "é...") || !strings.Contains(got, " needle ") || !utf8.ValidString(got) {
		t.Errorf("in the middle of a long note: %q", got)
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add("one two", "two")
	f.Add("\xff\xfe", "a\"b -c")
	f.Fuzz(func(t *testing.T, content, words string) {
		words = artifact.Query{Words: words}.Bounded().Words
		if got := artifact.Snippet(content, words); len(got) > 200 || strings.ContainsAny(got, "\n\r\x1b") {
			t.Errorf("Snippet(%q, %q) = %q", content, words, got)
		}
	})
}

func TestBounded(t *testing.T) {
	t.Parallel()
	for in, want := range map[artifact.Query]artifact.Query{
		{}: {Limit: 20},
		{Words: " a b\xff ", Limit: 1000, Offset: -1}: {Words: "a b", Limit: 100},
		{Limit: 7, Offset: 3}:                         {Limit: 7, Offset: 3},
	} {
		if diff := cmp.Diff(want, in.Bounded()); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", in, diff)
		}
	}
}
