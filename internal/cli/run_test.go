package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/cli"
	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

// TestMain lets a test start this binary as guildsctl, for what only a process
// of its own can show.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_AS_GUILDSCTL") != "" {
		cli.Main()
	}
	os.Exit(m.Run())
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int{
		api.CodeInvalid:     2,
		api.CodeUnsupported: 4,
		api.CodeRejected:    1,
		api.CodeUpstream:    1,
		api.CodeDenied:      4,
		api.CodeNotFound:    3,
		api.CodeConflict:    6,
		api.CodeUnavailable: 1,
		api.CodeInternal:    1,
	} {
		d := clitest.Start(t, map[api.Operation]clitest.Answer{
			api.GetStatus: clitest.Always(&api.Problem{Code: code, Detail: "what is \x1b[31mwrong", Hint: "do this"}),
		})
		got := d.Run(t, "", "status")
		got.Want(t, want, "guildsctl: what is \u241b[31mwrong\nhint: do this\n")
		if got.Out != "" {
			t.Errorf("%s: an error on standard output: %q", code, got.Out)
		}
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	d := &clitest.Daemon{Socket: "/nowhere/guildsd.sock"}
	d.Run(t, "", "status").Want(t, 5, "guildsctl: no guildsd answers at /nowhere/guildsd.sock", "hint: start it")
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	d := &clitest.Daemon{Socket: "/nowhere/guildsd.sock"}
	for _, tc := range []struct {
		args string
		want string
	}{
		{"statsu", "hint: did you mean guildsctl status?"},
		{"tool lisst", "hint: did you mean guildsctl tool list?"},
		{"org frobnicate", `"guildsctl org" has no command "frobnicate"`},
		{"org create", "PATH is missing"},
		{"org create a b", `takes no "b"`},
		{"org list --json path", "hint: fields come after an equals sign: --json=path"},
		{"org list --frobnicate", "unknown flag: --frobnicate"},
		{"org list --json=path,nam", "the fields are id, level, path, name, parent_id, created_at"},
		{"tool list", "--at is missing"},
		{"connect everything", "hint: add --at SCOPE"},
		{"binding set x maybe --at acme", "say on, off or inherit"},
		{"binding set x inherit --at acme --connection acme", "carries no login"},
		{"completion tcsh", "the shells are bash, fish, zsh"},
		{"connection wait", "ID|SLUG is missing"},
		{"token create --at acme --role king", "--role admin"},
		{"catalog add x", "--url: the address"},
		{"catalog edit x", "nothing to change was named"},
		{"catalog edit x --publish --unpublish", "contradict each other"},
		{"guild create acme", "it has the form ORGANISATION/GUILD"},
		{"org create platform", "is not the path of an organisation"},
		{"agent create acme//scout", "is not the path of an agent"},
	} {
		t.Run(tc.args, func(t *testing.T) {
			t.Parallel()
			d.Run(t, "", strings.Fields(tc.args)...).Want(t, 2, tc.want)
		})
	}
}

func TestPluralsAreAliases(t *testing.T) {
	t.Parallel()
	for _, plural := range []string{"orgs", "guilds", "agents", "catalogs", "connections", "bindings", "tools", "tokens", "instances"} {
		if cmd, _, err := tree().Find([]string{plural}); err != nil || cmd.Name()+"s" != plural {
			t.Errorf("%s finds %v, %v", plural, cmd.Name(), err)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	d := &clitest.Daemon{}
	if got := d.Run(t, "", "--version"); got.Out != "guildsctl "+api.Version()+"\n" {
		t.Errorf("%q", got.Out)
	}
	if got := d.Run(t, "", "-v"); got.Out != "guildsctl "+api.Version()+"\n" {
		t.Errorf("-v: %q", got.Out)
	}
	if got := d.Run(t, "", "version", "--jq", ".version"); got.Out != api.Version()+"\n" {
		t.Errorf("%q", got.Out)
	}
}

func TestHelpGoesToStandardOutput(t *testing.T) {
	t.Parallel()
	d := &clitest.Daemon{}
	for _, args := range [][]string{{"--help"}, {"help", "org"}, {"org"}, {"org", "create", "--help"}} {
		got := d.Run(t, "", args...)
		got.Want(t, 0, "Examples:\n  guildsctl")
		if got.Err != "" {
			t.Errorf("%v: on standard error: %q", args, got.Err)
		}
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	servers := []api.Server{{Slug: "everything", Name: "Every\x1b[2Jthing"}}
	tools := []api.Tool{{Name: "everything_echo", Title: "Echo"}}
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers: clitest.Always(servers),
		api.ListTools:   clitest.Always(tools),
	})
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"agent", "show", ""}, "acme/research/scout\n:4\n"},
		{[]string{"tool", "list", "--at", ""}, "platform\nacme\nacme/research\nacme/research/scout\n:4\n"},
		{[]string{"connect", ""}, "everything\tEvery\u241b[2Jthing\n:4\n"},
		{[]string{"tool", "test", "--at", "acme", ""}, "everything_echo\tEcho\n:4\n"},
		{[]string{"binding", "set", ""}, "everything\tEvery\u241b[2Jthing\neverything_echo\tEcho\n:4\n"},
		{[]string{"binding", "set", "x", ""}, "on\noff\ninherit\n:4\n"},
		{[]string{"org", "list", "--json="}, "id\nlevel\npath\nname\nparent_id\ncreated_at\n:4\n"},
		{[]string{"org", "list", ""}, ":4\n"},
	} {
		got := d.Run(t, "", append([]string{"__complete"}, tc.args...)...)
		if got.Out != tc.want {
			t.Errorf("%v completes %q, want %q", tc.args, got.Out, tc.want)
		}
	}
	for _, r := range d.Requests(api.ListTools)[:1] {
		if r.Query["scope_id"] != clitest.ID("acme") {
			t.Errorf("the tools were asked for at %v, want acme", r.Query)
		}
	}
}

// TestCompletionWithoutADaemon must be silent: a shell prints what it writes.
func TestCompletionWithoutADaemon(t *testing.T) {
	t.Parallel()
	d := &clitest.Daemon{Socket: "/nowhere/guildsd.sock"}
	got := d.Run(t, "", "__completeNoDesc", "connect", "")
	if got.Out != ":4\n" || strings.Contains(got.Err, "nowhere") {
		t.Errorf("out %q, err %q", got.Out, got.Err)
	}
}

// TestInterrupt sends SIGINT to a guildsctl whose daemon never answers.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	asked, gone := make(chan struct{}), make(chan struct{})
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.GetStatus: func(clitest.Request) any {
			close(asked)
			<-gone
			return nil
		},
	})
	defer close(gone)
	cmd := exec.Command(os.Args[0], "status")
	cmd.Env = []string{"RUN_AS_GUILDSCTL=1", "GUILDS_SOCKET=" + d.Socket}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it reports the exit code as an error
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130; it printed %q", code, out.String())
	}
}

// TestInterruptAtAHiddenPrompt presses Ctrl-C while the terminal hides what is
// typed: it must show it again afterwards.
func TestInterruptAtAHiddenPrompt(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers: clitest.Always([]api.Server{{
			ID: clitest.ID("x"), Slug: "everything", Fields: []api.ConnectField{{Name: "token", Label: "Token", Secret: true}},
		}}),
	})
	terminal := clitest.Open(t)
	cmd := exec.Command(os.Args[0], "connect", "everything", "--at", "acme")
	cmd.Env = []string{"RUN_AS_GUILDSCTL=1", "TERM=xterm", "GUILDS_SOCKET=" + d.Socket}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal.Slave, terminal.Slave, terminal.Slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	before := terminal.Echoes()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Expect("Token: ")
	terminal.WaitHidden()
	terminal.Type("\x03")
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	if !before || !terminal.Echoes() {
		t.Errorf("the terminal echoed before: %v, and after: %v", before, terminal.Echoes())
	}
}

// TestSignalsCancelABrowserLogin ends a guildsctl that waits for a browser: it
// takes back what it began.
func TestSignalsCancelABrowserLogin(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			expires := time.Now().Add(time.Minute)
			c := api.Connection{
				ID: clitest.ID("login"), Server: "notion", Scope: "acme", Status: "pending", LoginExpiresAt: &expires,
				AuthorizationURL: "https://login.test/authorize?state=s",
			}
			looked := make(chan struct{}, 100)
			d := clitest.Start(t, map[api.Operation]clitest.Answer{
				api.ListServers:   clitest.Always([]api.Server{{ID: clitest.ID("x"), Slug: "notion", Auth: "oauth"}}),
				api.Connect:       clitest.Always(c),
				api.CancelLogin:   clitest.Always(nil),
				api.GetConnection: func(clitest.Request) any { looked <- struct{}{}; return c },
			})
			cmd := exec.Command(os.Args[0], "connect", "notion", "--at", "acme")
			cmd.Env = []string{"RUN_AS_GUILDSCTL=1", "GUILDS_SOCKET=" + d.Socket}
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-looked
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // it reports the exit code as an error
			if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(out.String(), "Cancelled. Nothing is left of the login for notion at acme.") {
				t.Errorf("exit code %d, want 130; it printed %q", code, out.String())
			}
			if n := len(d.Requests(api.CancelLogin)); n != 1 {
				t.Errorf("it cancelled %d logins, want 1", n)
			}
		})
	}
}
