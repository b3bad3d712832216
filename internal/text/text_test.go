package text_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/text"
)

func TestCap(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in    string
		limit int
		want  string
	}{
		"fits":               {"hello", 5, "hello"},
		"empty":              {"", 0, ""},
		"cut":                {strings.Repeat("a", 40), 30, strings.Repeat("a", 10) + "\n[30 bytes left out]"},
		"between characters": {strings.Repeat("é", 20), 30, strings.Repeat("é", 5) + "\n[30 bytes left out]"},
		"no room for notice": {strings.Repeat("é", 20), 5, "éé"},
		"only the notice":    {strings.Repeat("a", 40), 20, "\n[40 bytes left out]"},
		"nothing":            {"hello", 0, ""},
		"below nothing":      {"hello", -1, ""},
		"not UTF-8":          {"a\xffb", 10, "a\uFFFDb"},
		"grows past":         {strings.Repeat("a\xff", 5), 10, "a\uFFFDa\uFFFDa"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, text.Cap(tt.in, tt.limit)); diff != "" {
				t.Errorf("Cap(%q, %d) (-want +got):\n%s", tt.in, tt.limit, diff)
			}
		})
	}
}

func TestCase27TheCapNeverCutsACharacter(t *testing.T) {
	t.Parallel()
	const limit = 64 << 10
	got := text.Cap(strings.Repeat("a", limit-1)+"\U0001F600b", limit)
	switch {
	case !utf8.ValidString(got):
		t.Error("the result is not UTF-8")
	case len(got) > limit:
		t.Errorf("the result has %d bytes, the cap is %d", len(got), limit)
	case strings.ContainsRune(got, '\U0001F600'):
		t.Error("the emoji past the cap is in the result")
	case !strings.HasSuffix(got, "a\n[27 bytes left out]"):
		t.Errorf("the result ends in %q", got[len(got)-40:])
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1023: "1023 bytes", 1024: "1 KiB", 1536: "1.5 KiB", 64 << 10: "64 KiB",
		1<<20 - 1: "1 MiB", 5 << 20: "5 MiB", math.MaxInt64: "8 EiB",
	} {
		if got := text.Size(bytes); got != want {
			t.Errorf("Size(%d) = %q, want %q", bytes, got, want)
		}
	}
}

func FuzzCap(f *testing.F) {
	f.Add("hello", 3)
	f.Add(strings.Repeat("😀", 30), 41)
	f.Add("\xff\xfe\xfd", 2)
	f.Add("", -1)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		got := text.Cap(s, limit)
		if !utf8.ValidString(got) {
			t.Errorf("Cap(%q, %d) = %q, which is not UTF-8", s, limit, got)
		}
		if len(got) > max(limit, 0) {
			t.Errorf("Cap(%q, %d) has %d bytes", s, limit, len(got))
		}
		if utf8.ValidString(s) && len(s) <= limit && got != s {
			t.Errorf("Cap(%q, %d) = %q, though it fits", s, limit, got)
		}
	})
}

func TestNearest(t *testing.T) {
	t.Parallel()
	candidates := []string{"level", "path", "limit"}
	for name, want := range map[string]string{"levl": "level", "Path": "path", "limits": "limit", "": "path", "hath": "path"} {
		if got := text.Nearest(name, candidates, strings.ToLower); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
