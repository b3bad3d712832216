package clitest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/cli"
)

// Result is what a run of guildsctl left.
type Result struct {
	Out, Err string
	Code     int
}

// Run runs guildsctl against the daemon, with no terminal and the input given.
func (d *Daemon) Run(t *testing.T, input string, args ...string) Result {
	t.Helper()
	var out, err bytes.Buffer
	code := cli.Run(args, strings.NewReader(input), &out, &err, d.env)
	return Result{out.String(), err.String(), code}
}

// env is the environment of every run: this daemon, no colours, and what the test
// adds.
func (d *Daemon) env(name string) string {
	if value, ok := d.Env[name]; ok {
		return value
	}
	return map[string]string{"GUILDS_SOCKET": d.Socket, "NO_COLOR": "1", "TERM": "xterm"}[name]
}

// Want fails the test where the result differs: in its exit code, or by lacking
// one of the texts in what it printed.
func (r Result) Want(t *testing.T, code int, texts ...string) {
	t.Helper()
	if r.Code != code {
		t.Errorf("exit code %d, want %d", r.Code, code)
	}
	for _, text := range texts {
		if !strings.Contains(r.Out+r.Err, text) {
			t.Errorf("nothing says %q", text)
		}
	}
	if t.Failed() {
		t.Logf("stdout:\n%s\nstderr:\n%s", r.Out, r.Err)
	}
}
