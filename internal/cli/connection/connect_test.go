package connection_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var qonto = api.Server{
	ID: clitest.ID("qonto"), Slug: "qonto", Name: "Qonto", Auth: "token",
	Fields: []api.ConnectField{
		{Name: "login", Label: "Login", Help: "Integrations, API key"},
		{Name: "secret_key", Label: "Secret key", Secret: true},
		{Name: "note", Label: "Note", Optional: true},
	},
}

var login = api.Connection{
	ID: clitest.ID("login"), Server: "qonto", Scope: "acme", ScopeID: clitest.ID("acme"), Status: "connected", Tools: 4,
}

func start(t *testing.T) *clitest.Daemon {
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:      clitest.Always([]api.Server{qonto}),
		api.AdminListServers: clitest.Always([]api.Server{qonto}),
		api.Connect:          clitest.Always(login),
	})
}

// connected returns the fields of the one Connect that the daemon got.
func connected(t *testing.T, d *clitest.Daemon) string {
	t.Helper()
	got := d.Requests(api.Connect)
	if len(got) != 1 {
		t.Fatalf("%d requests to connect, want 1", len(got))
	}
	_, fields, _ := strings.Cut(got[0].Body, `"fields":`)
	return strings.TrimSuffix(fields, "}")
}

func TestConnectTakesFields(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("k-from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		input string
		args  []string
		want  string
	}{
		{"input and plain", "k-from-input\n", []string{"login=me", "secret_key=-"}, `{"login":"me","secret_key":"k-from-input"}`},
		{"file", "", []string{"login=me", "secret_key=@" + file}, `{"login":"me","secret_key":"k-from-file"}`},
		{"an equals sign in a value", "", []string{"login=a=b", "secret_key=@" + file}, `{"login":"a=b","secret_key":"k-from-file"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := start(t)
			args := []string{"connect", "qonto", "--at", "acme"}
			for _, field := range tc.args {
				args = append(args, "--field", field)
			}
			d.Run(t, tc.input, args...).Want(t, 0, "Status:", "connected")
			if diff := cmp.Diff(tc.want, connected(t, d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestConnectRefusesFields checks that nothing is sent, that all problems are
// told at once, and that no value is repeated.
func TestConnectRefusesFields(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		args  string
		wants []string
	}{
		{"--field secret_key=hunter2", []string{"--field secret_key: is a secret", "use secret_key=- or secret_key=@FILE"}},
		{"--field pasword=hunter2", []string{"--field pasword: is unknown; qonto asks for login, secret_key, note"}},
		{"--field login", []string{"--field login: has no value"}},
		{"--field login=a --field login=b", []string{"--field login: is given twice"}},
		{"--field login=- --field secret_key=-", []string{"--field secret_key: cannot come from standard input too, which holds login"}},
		{"--field login=@/nowhere/file", []string{"--field login: open /nowhere/file"}},
		{"--field login=me", []string{"secret_key: Secret key", "hint: give a field with --field NAME=-"}},
		{"", []string{"login: Login", "secret_key: Secret key"}},
		{"--field secret_key=hunter2 --field pasword=hunter2", []string{"secret_key: is a secret", "pasword: is unknown"}},
	} {
		t.Run(tc.args, func(t *testing.T) {
			t.Parallel()
			d := start(t)
			got := d.Run(t, "", append([]string{"connect", "qonto", "--at", "acme"}, strings.Fields(tc.args)...)...)
			got.Want(t, 2, tc.wants...)
			if strings.Contains(got.Out+got.Err, "hunter2") {
				t.Errorf("a value is repeated: %q", got.Err)
			}
			if n := len(d.Requests(api.Connect)); n != 0 {
				t.Errorf("%d requests to connect were sent", n)
			}
		})
	}
}

// TestConnectAsksOnATerminal fills the whole form: help, a required field asked
// for again, a hidden one, and an optional one skipped.
func TestConnectAsksOnATerminal(t *testing.T) {
	t.Parallel()
	d := start(t)
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "connect", "qonto", "--at", "acme")
	terminal.Expect("Integrations, API key")
	terminal.Expect("Login: ")
	terminal.Type("\r")
	terminal.Expect("Login is required.")
	terminal.Expect("Login: ")
	terminal.Type("me\r")
	terminal.Expect("Secret key: ")
	terminal.WaitHidden()
	terminal.Type("hunter2\r")
	terminal.Expect("Note (optional, Enter skips): ")
	terminal.Type("\r")
	terminal.Expect("connected")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(terminal.Shown(), "hunter2") {
		t.Errorf("the terminal shows the secret: %q", terminal.Shown())
	}
	if got := connected(t, d); got != `{"login":"me","secret_key":"hunter2"}` {
		t.Errorf("sent %s", got)
	}
}

// TestConnectAsksOnlyForWhatIsRequired is about an operator who named a field
// himself: the optional ones he left out, he left out.
func TestConnectAsksOnlyForWhatIsRequired(t *testing.T) {
	t.Parallel()
	d := start(t)
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "connect", "qonto", "--at", "acme", "--field", "login=me")
	terminal.Expect("Secret key: ")
	terminal.WaitHidden()
	terminal.Type("hunter2\r")
	terminal.Expect("connected")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(terminal.Shown(), "Note") {
		t.Error("it asked for an optional field")
	}
}

// TestConnectUnsupported leaves the refusal, with its reason, to the daemon and
// asks for no secret before it.
func TestConnectUnsupported(t *testing.T) {
	t.Parallel()
	server := qonto
	server.Unsupported = "not built yet"
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers: clitest.Always([]api.Server{server}),
		api.Connect:     clitest.Always(&api.Problem{Status: 422, Code: api.CodeUnsupported, Detail: "not built yet"}),
	})
	d.Run(t, "", "connect", "qonto", "--at", "acme").Want(t, 4, "guildsctl: not built yet")
}
