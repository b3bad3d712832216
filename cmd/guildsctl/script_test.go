package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// bin is the folder of the two programs, built once for all scripts.
var bin string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "guilds-bin-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		build := exec.Command("go", "build", "-o", dir, "github.com/guildsbox/guilds/cmd/guildsd", "github.com/guildsbox/guilds/cmd/guildsctl")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "the programs cannot be built: %v\n%s", err, out)
			return 1
		}
		bin = dir
		return m.Run()
	}())
}

// TestScripts runs the end-to-end scripts: the two programs as a person or a
// provisioning script runs them, against a real PostgreSQL and real MCP servers.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup:               func(env *testscript.Env) error { return setup(t, env) },
		Condition: func(name string) (bool, error) {
			if name == "google" {
				return hasGoogle(), nil
			}
			if slug, ok := strings.CutPrefix(name, "vendor:"); ok {
				return hasVendor(slug)
			}
			return false, fmt.Errorf("there is no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"daemon":      daemonCommand,
			"upstream":    upstreamCommand,
			"everything":  everythingCommand,
			"exits":       exitsCommand,
			"capture":     captureCommand,
			"freeaddress": freeAddressCommand,
			"recorded":    recordedCommand,
			"records":     recordsCommand,
			"canary":      canaryCommand,
			"google":      googleCommand,
			"vendor":      vendorCommand,
			"github":      githubCommand,
			"json":        jsonCommand,
			"model":       modelCommand,
			"schedule":    scheduleCommand,
			"service":     serviceCommand,
			"browser":     browserCommand,
			"pending":     pendingCommand,
			"database":    databaseCommand,
		},
	})
}

// setup gives a script its own state folder, socket and database. The folder's
// path is short, for the socket, and can be passed through by the account that
// runs the embedded database.
func setup(t *testing.T, env *testscript.Env) error {
	state, err := os.MkdirTemp("", "ge")
	if err != nil {
		return err
	}
	env.Defer(func() { os.RemoveAll(state) })
	if err := os.Chmod(state, 0o711); err != nil {
		return err
	}
	env.Vars = append(env.Vars,
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"HOME="+env.WorkDir,
		"GUILDS_STATE_DIR="+state,
		"GUILDS_SOCKET="+filepath.Join(state, "s.sock"),
		"GUILDS_LOG_LEVEL=debug",
		"DATABASE="+pgtest.URL(t),
	)
	env.Values[scriptKey{}] = &script{}
	env.Defer(env.Values[scriptKey{}].(*script).end)
	return nil
}
