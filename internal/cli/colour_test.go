package cli_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/cli"
	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

// TestColour is not parallel: the library that paints reads TERM from the
// process's own environment.
func TestColour(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("NO_COLOR", "")
	t.Setenv("CI", "") // the library takes it for a reason not to paint
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections: clitest.Always([]api.Connection{{Server: "everything", Scope: "acme", Status: "connected"}}),
	})
	for _, tc := range []struct {
		name     string
		env      map[string]string
		coloured bool
	}{
		{"a terminal", nil, true},
		{"NO_COLOR", map[string]string{"NO_COLOR": "1"}, false},
		{"a dumb terminal", map[string]string{"TERM": "dumb"}, false},
	} {
		terminal := clitest.Open(t)
		env := func(name string) string {
			if name == "GUILDS_SOCKET" {
				return d.Socket
			}
			return tc.env[name]
		}
		if code := cli.Run([]string{"connection", "list"}, terminal.Slave, terminal.Slave, terminal.Slave, env); code != 0 {
			t.Fatalf("%s: exit code %d", tc.name, code)
		}
		terminal.Expect("connected")
		shown := terminal.Shown()
		if got := strings.Contains(shown, "\x1b[32mconnected"); got != tc.coloured {
			t.Errorf("%s: coloured %v, want %v: %q", tc.name, got, tc.coloured, shown)
		}
		if !tc.coloured && strings.Contains(shown, "\x1b") || strings.Contains(shown, "\x1b]") {
			t.Errorf("%s: it sends the terminal more than it should: %q", tc.name, shown)
		}
	}
}
