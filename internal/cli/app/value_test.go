package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/cli/app"
)

func TestValue(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "value")
	if err := os.WriteFile(file, []byte("from file\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		arg, input, want string
		plain            bool
	}{
		{"itself", "", "itself", true},
		{"-", "one line\n", "one line", false},
		{"-", "no end", "no end", false},
		{"-", "two ends\n\n", "two ends\n", false},
		{"@" + file, "", "from file", false},
	} {
		a := app.New(strings.NewReader(tc.input), &bytes.Buffer{}, &bytes.Buffer{}, nil)
		got, plain, err := a.Value(tc.arg)
		if err != nil || got != tc.want || plain != tc.plain {
			t.Errorf("Value(%q) with input %q = %q, %v, %v; want %q, %v", tc.arg, tc.input, got, plain, err, tc.want, tc.plain)
		}
	}
}

func TestIsID(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c":  true,
		"0190B2C4-7A10-7C3E-9D52-0F6F1C1A2B3C":  true,
		"0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3g":  false,
		"0190b2c4-7a10-7c3e-9d520-f6f1c1a2b3c":  false,
		"0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c0": false,
		"acme/research/scout":                   false,
		"a-slug-that-is-thirty-six-letters-ab":  false,
	} {
		if got := app.IsID(s); got != want {
			t.Errorf("IsID(%q) = %v, want %v", s, got, want)
		}
	}
}
