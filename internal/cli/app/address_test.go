package app_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestFindSocket(t *testing.T) {
	t.Parallel()
	const own = "/own/guildsd.sock"
	for _, tc := range []struct {
		name        string
		system, own error
		want        string
	}{
		{"the system's", nil, nil, app.SystemSocket},
		{"no system's", fs.ErrNotExist, nil, own},
		{"neither", fs.ErrNotExist, fs.ErrNotExist, own},
		{"the system's is shut, the own is there", fs.ErrPermission, nil, own},
		{"the system's is shut, no own", fs.ErrPermission, fs.ErrNotExist, app.SystemSocket},
	} {
		got := app.FindSocket(own, func(path string) error {
			if path == own {
				return tc.own
			}
			return tc.system
		})
		if got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestOwnSocket(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/me"}, "/run/user/7/guilds/guildsd.sock"},
		{map[string]string{"HOME": "/home/me"}, "/home/me/.local/state/guilds/guildsd.sock"},
	} {
		if got := app.OwnSocket(func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.env, got, tc.want)
		}
	}
}

// TestSocketOrder checks that a flag comes before the environment.
func TestSocketOrder(t *testing.T) {
	t.Parallel()
	env := map[string]string{"GUILDS_SOCKET": "/env"}
	for _, tc := range []struct{ args, want string }{{"", "/env"}, {"--socket=/flag", "/flag"}} {
		a, err := parsed(env, tc.args)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Socket(); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.args, got, tc.want)
		}
	}
}

func TestClientRefusesWhatContradicts(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	token := map[string]string{"GUILDS_TOKEN": "secret"}
	for _, tc := range []struct {
		env  map[string]string
		args string
		want string // "" for no error
	}{
		{nil, "", ""},
		{token, "--url=http://127.0.0.1:1", ""},
		{nil, "--url=http://127.0.0.1:1 --token-file=" + file, ""},
		{nil, "--url=http://127.0.0.1:1", "needs a token"},
		{token, "--url=127.0.0.1", "is not an address"},
		{token, "--url=http://127.0.0.1:1 --socket=/s", "two different daemons"},
		{nil, "--token-file=" + file, "goes with --url"},
		{nil, "--url=http://127.0.0.1:1 --token-file=/nowhere/token", "no such file"},
	} {
		a, err := parsed(tc.env, strings.Fields(tc.args)...)
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.Client()
		switch {
		case tc.want == "" && err != nil:
			t.Errorf("%q: %v", tc.args, err)
		case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
			t.Errorf("%q: error %v, want one that says %q", tc.args, err, tc.want)
		case tc.want != "" && !app.IsCode(err, api.CodeInvalid):
			t.Errorf("%q: %v is no wrong usage", tc.args, err)
		}
	}
}

// parsed returns an App whose global flags were given as args.
func parsed(env map[string]string, args ...string) (*app.App, error) {
	a := app.New(&bytes.Buffer{}, &bytes.Buffer{}, &bytes.Buffer{}, func(name string) string { return env[name] })
	root := &cobra.Command{Use: "guildsctl"}
	a.AddressFlags(root)
	return a, root.ParseFlags(args)
}
