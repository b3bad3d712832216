package connection_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var notion = api.Server{ID: clitest.ID("notion"), Slug: "notion", Name: "Notion", Auth: "oauth"}

// browserLogin is a daemon with one browser login on its way. Its answers change
// while a command waits.
type browserLogin struct {
	*clitest.Daemon
	mu  sync.Mutex
	now any // what a look at the login answers
}

const (
	loginState = "STATE-OF-THE-LOGIN"
	authorize  = "https://login.test/authorize?client_id=box&state=" + loginState
)

// begin starts a daemon whose login was in a status before.
func begin(t *testing.T, status string, expires time.Time) *browserLogin {
	t.Helper()
	c := api.Connection{
		ID: clitest.ID("login"), Server: "notion", Scope: "acme", ScopeID: clitest.ID("acme"), Status: status, LoginExpiresAt: &expires,
	}
	b := &browserLogin{now: c}
	begun := c
	begun.AuthorizationURL = authorize
	b.Daemon = clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:   clitest.Always([]api.Server{notion}),
		api.Connect:       clitest.Always(begun),
		api.CancelLogin:   clitest.Always(nil),
		api.GetConnection: func(clitest.Request) any { b.mu.Lock(); defer b.mu.Unlock(); return b.now },
		api.CompleteLogin: func(r clitest.Request) any {
			if r.Query["error"] != "" {
				return &api.Problem{Status: 422, Code: api.CodeRejected, Detail: "the login was declined"}
			}
			if r.Query["code"] == "several" {
				return api.CompletedLogin{Connection: c, Choices: []api.LoginChoice{{ID: "0", Label: "acme"}, {ID: "2", Label: "other"}}}
			}
			b.become("connected")
			return api.CompletedLogin{Connection: c, Message: "Notion is connected."}
		},
	})
	return b
}

// become ends the login with a status; "" is a login that is gone.
func (b *browserLogin) become(status string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := login
	c.Server, c.Status = "notion", status
	if b.now = c; status == "" {
		b.now = &api.Problem{Status: 404, Code: api.CodeNotFound, Detail: "there is no such connection"}
	}
}

func soon() time.Time { return time.Now().Add(15 * time.Minute) }

func TestNoWaitPrintsTheAddress(t *testing.T) {
	t.Parallel()
	b := begin(t, "pending", soon())
	got := b.Run(t, "", "connect", "notion", "--at", "acme", "--no-wait", "--scope", "read write", "--scope", "files")
	got.Want(t, 0, "guildsctl connection wait "+clitest.ID("login")+" --for connected")
	if got.Out != authorize+"\n" {
		t.Errorf("standard output is %q", got.Out)
	}
	if sent := b.Requests(api.Connect)[0].Body; !strings.Contains(sent, `"scopes":["read","write","files"]`) {
		t.Errorf("sent %s", sent)
	}
	b.Run(t, "", "connect", "notion", "--at", "acme", "--no-wait", "--json=status,authorization_url").Want(t, 0, `"pending"`, authorize)
}

func TestScopesAreForBrowserLogins(t *testing.T) {
	t.Parallel()
	start(t).Run(t, "", "connect", "qonto", "--at", "acme", "--field", "login=me", "--field", "secret_key=-", "--scope", "read").
		Want(t, 2, "qonto has no login in a browser")
}

// TestConnectWaits is about a pipe: the address and the wait are told on standard
// error, the login on standard output.
func TestConnectWaits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, before, after string
		expires             time.Time
		code                int
		says                string
	}{
		{"made", "pending", "connected", soon(), 0, "Status:       connected"},
		{"a choice is left", "pending", "pending", soon(), 0, "Status:       pending"},
		{"declined", "pending", "", soon(), 1, "the login for notion at acme was not made: it was declined, failed, or was cancelled"},
		{"declined again", "disconnected", "disconnected", soon(), 1, "the former login is still disconnected\nhint: guildsctl connect notion --at acme"},
		{"too late", "pending", "pending", time.Now(), 1, "nobody completed the login in time"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := begin(t, tc.before, tc.expires)
			b.become(tc.after)
			got := b.Run(t, "", "connect", "notion", "--at", "acme")
			got.Want(t, tc.code, tc.says)
			if !strings.Contains(got.Err, authorize) || strings.Count(got.Err, "Waiting for the login until") != 1 {
				t.Errorf("standard error is %q", got.Err)
			}
		})
	}
}

func TestConnectNoticesAnotherLogin(t *testing.T) {
	t.Parallel()
	b := begin(t, "pending", soon())
	later := soon().Add(time.Minute)
	b.now = api.Connection{Server: "notion", Scope: "acme", Status: "pending", LoginExpiresAt: &later}
	b.Run(t, "", "connect", "notion", "--at", "acme").Want(t, 6, "another login for notion at acme was begun")
}

// TestPastedAddress is what an operator does over SSH: wrong addresses are told,
// and the right one completes the login.
func TestPastedAddress(t *testing.T) {
	t.Parallel()
	b := begin(t, "pending", soon())
	terminal := clitest.Open(t)
	wait := b.RunOn(terminal, "connect", "notion", "--at", "acme")
	terminal.Expect(authorize)
	terminal.Expect("paste its address here")
	terminal.Expect("Waiting for the login, 15m0s left")
	terminal.Expect("Waiting for the login, 14m59s left")
	for _, paste := range []struct{ typed, answer string }{
		{"what?", "paste the whole of it"},
		{authorize, "neither a code nor an error"},
		{"http://127.0.0.1:1/api/mcp/oauth/callback?code=c&state=other", "it belongs to another login"},
	} {
		terminal.Type(paste.typed + "\r")
		terminal.Expect(paste.answer)
	}
	terminal.Type("'http://127.0.0.1:1/api/mcp/oauth/callback?code=c%2F1&state=" + loginState + "&iss=https%3A%2F%2Flogin.test'\r")
	terminal.Expect("connected")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	want := map[string]string{"code": "c/1", "state": loginState, "iss": "https://login.test"}
	got := b.Requests(api.CompleteLogin)
	if len(got) != 1 || !cmp.Equal(want, got[0].Query) {
		t.Errorf("the daemon was sent %v", got)
	}
}

// TestChoiceOnATerminal is for an operator whose browser does not reach the page
// that asks.
func TestChoiceOnATerminal(t *testing.T) {
	t.Parallel()
	b := begin(t, "pending", soon())
	terminal := clitest.Open(t)
	wait := b.RunOn(terminal, "connect", "notion", "--at", "acme")
	terminal.Expect("Waiting for the login")
	terminal.Type("http://127.0.0.1:1/cb?code=several&state=" + loginState + "\r")
	terminal.Expect("2  other")
	terminal.Type("3\r")
	terminal.Expect("Type a number from 1 to 2")
	terminal.Type("2\r")
	terminal.Expect("connected")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	want := map[string]string{"state": loginState, "choice": "2"}
	if got := b.Requests(api.CompleteLogin); len(got) != 2 || !cmp.Equal(want, got[1].Query) {
		t.Errorf("the daemon was sent %v", got)
	}
}

func TestPastedRefusal(t *testing.T) {
	t.Parallel()
	b := begin(t, "pending", soon())
	terminal := clitest.Open(t)
	wait := b.RunOn(terminal, "connect", "notion", "--at", "acme")
	terminal.Expect("Waiting for the login")
	terminal.Type("http://127.0.0.1:1/cb?error=access_denied\r") // GitHub leaves the state out
	terminal.Expect("the login was declined")
	if code := wait(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if got := b.Requests(api.CompleteLogin)[0].Query["state"]; got != loginState {
		t.Errorf("the state sent is %q", got)
	}
}

// TestBrowserOpens runs a browser of the test's own: on a screen, and nowhere else.
func TestBrowserOpens(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		env  map[string]string
		want bool
	}{
		{"a screen", map[string]string{"DISPLAY": ":0"}, true},
		{"Wayland", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, true},
		{"no screen", nil, false},
		{"over SSH", map[string]string{"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			browser, seen := filepath.Join(dir, "browser"), filepath.Join(dir, "seen")
			// The rename tells that the address is there as a whole.
			script := "#!/bin/sh\nprintf %s \"$2\" >" + seen + ".new\nmv " + seen + ".new " + seen + "\n"
			if err := os.WriteFile(browser, []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			b := begin(t, "pending", soon())
			b.Env = map[string]string{"BROWSER": "/nowhere/browser:" + browser + " --new-window %s"}
			for name, value := range tc.env {
				b.Env[name] = value
			}
			terminal := clitest.Open(t)
			wait := b.RunOn(terminal, "connect", "notion", "--at", "acme")
			terminal.Expect("Waiting for the login")
			if got := strings.Contains(terminal.Shown(), "opened in your browser"); got != tc.want {
				t.Errorf("it says that a browser was opened: %v", got)
			}
			for end := time.Now().Add(20 * time.Second); tc.want; runtime.Gosched() {
				if time.Now().After(end) {
					t.Fatal("no browser was opened")
				}
				got, err := os.ReadFile(seen)
				if err == nil {
					if string(got) != authorize {
						t.Errorf("the browser was sent to %q", got)
					}
					break
				}
			}
			b.become("connected")
			terminal.Expect("connected")
			if code := wait(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// TestWaitEndsWithADeclinedRetry is about a login that was disconnected before.
func TestWaitEndsWithADeclinedRetry(t *testing.T) {
	t.Parallel()
	b := begin(t, "disconnected", soon())
	terminal := clitest.Open(t)
	wait := b.RunOn(terminal, "connection", "wait", login.ID)
	terminal.Expect("notion at acme is disconnected; waiting")
	b.become("disconnected")
	terminal.Expect("was not made")
	if code := wait(); code != 1 {
		t.Errorf("exit code %d", code)
	}
}
