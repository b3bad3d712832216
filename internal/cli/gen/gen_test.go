package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the committed completion scripts anew")

// TestCompletionsAreFresh compares the committed scripts with what the commands
// would write today.
func TestCompletionsAreFresh(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "..", "completions")
	if *update {
		write(folder, scripts())
	}
	for name, want := range scripts() {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("completions/%s is old; go run ./internal/cli/gen -completions completions writes it anew", name)
		}
	}
}

func TestEveryCommandHasAPage(t *testing.T) {
	t.Parallel()
	files := pages(tree())
	for _, name := range []string{"guildsctl.1", "guildsctl-connect.1", "guildsctl-binding-explain.1"} {
		page := string(files[name])
		for _, heading := range []string{".TH", ".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH EXAMPLES"} {
			if !strings.Contains(page, heading) {
				t.Errorf("%s lacks %s", name, heading)
			}
		}
	}
}

func TestRoffEscapesWhatRoffWouldObey(t *testing.T) {
	t.Parallel()
	const text = ".dot\n'quote\nback\\slash --flag"
	const want = "\\&.dot\n\\&'quote\nback\\eslash \\-\\-flag"
	if got := roff(text); got != want {
		t.Errorf("roff(%q) = %q, want %q", text, got, want)
	}
}
