package daemon_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/daemon"
)

// scripted are the names of tools that the end-to-end scripts call.
type scripted struct{ used, refused map[string]bool }

// How scripts call a tool: as an operator who tests it, with what the command is to
// end, and as a model that calls it.
var (
	tested = regexp.MustCompile(`(?m)^(?:\[[^]]*\] )?(exec|exits [1-9]) guildsctl tool test ([a-z0-9_]+)`)
	called = regexp.MustCompile(`"name": ?"([a-z0-9_]+)", ?"arguments"`)
)

func readScripts(t *testing.T) scripted {
	t.Helper()
	files, err := filepath.Glob("../../cmd/guildsctl/testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no scripts (%v)", err)
	}
	s := scripted{used: map[string]bool{}, refused: map[string]bool{}}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range tested.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "exits") {
				s.refused[m[2]] = true
			} else {
				s.used[m[2]] = true
			}
		}
		for _, m := range called.FindAllStringSubmatch(string(text), -1) {
			s.used[m[1]] = true
		}
	}
	return s
}

// everyTool names the native tools, and those of the local adapters.
func everyTool() (names []string) {
	for _, one := range daemon.Natives(nil) {
		names = append(names, one.Name)
	}
	for _, c := range catalog.Connectors() {
		if c.Tools == nil {
			continue
		}
		for _, one := range c.Tools(connector.Account{}) {
			names = append(names, c.Slug+"_"+one.Name)
		}
	}
	return names
}

// sandboxed are the tools that work on files of an agent's workspace: without a
// sandbox, all that a script can show of them is the refusal.
var sandboxed = []string{"drive_download_file_content", "qonto_upload_invoice"}

// Every tool that the box has is called by an end-to-end script, once as it is meant
// and once as it is refused: every native tool, and every tool of a local adapter.
func TestEveryToolIsInAScript(t *testing.T) {
	t.Parallel()
	s := readScripts(t)
	for _, name := range everyTool() {
		if s.used[name] == slices.Contains(sandboxed, name) {
			t.Errorf("whether a script uses %s: %t", name, s.used[name])
		}
		if !s.refused[name] {
			t.Errorf("no script has %s refused", name)
		}
	}
}
