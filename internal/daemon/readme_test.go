package daemon_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/daemon"
)

var update = flag.Bool("update", false, "refresh golden files")

// TestReadmeHoldsTheSettings keeps the README's table what the program knows.
func TestReadmeHoldsTheSettings(t *testing.T) {
	t.Parallel()
	const file = "../../README.md"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	readme, table := string(content), daemon.SettingsTable()
	if strings.Contains(readme, table) {
		return
	}
	if !*update {
		t.Fatalf("%s does not hold the table of settings as it is; go test ./internal/daemon -update", file)
	}
	begin := strings.Index(readme, "| Setting |")
	end := begin + strings.Index(readme[begin:], "\n\n") + 1
	if err := os.WriteFile(file, []byte(readme[:begin]+table+readme[end:]), 0o644); err != nil {
		t.Fatal(err)
	}
}
