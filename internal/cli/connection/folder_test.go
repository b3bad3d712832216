package connection_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var drive = api.Server{ID: clitest.ID("drive"), Slug: "drive", Name: "Drive", Auth: "oauth", Folder: true}

var driveFolders = []api.Folder{
	{ID: "1Invoices", Name: "Invoices", Place: "My Drive"},
	{ID: "0ATeam", Name: "Team", Place: "Shared drives"},
}

// waitingLogin is one whose browser login is over and whose folder is not chosen.
func waitingLogin() api.Connection {
	return api.Connection{ID: clitest.ID("login"), Server: "drive", Scope: "acme", ScopeID: clitest.ID("acme"), Status: "pending", NeedsFolder: true}
}

// driveBox is a daemon whose browser logins for Drive end at once.
func driveBox(t *testing.T, found []api.Folder) *clitest.Daemon {
	t.Helper()
	begun := waitingLogin()
	until := soon()
	begun.NeedsFolder, begun.AuthorizationURL, begun.LoginExpiresAt = false, authorize, &until
	var mu sync.Mutex
	now := waitingLogin()
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:     clitest.Always([]api.Server{drive, notion}),
		api.ListConnections: clitest.Always([]api.Connection{waitingLogin()}),
		api.Connect:         clitest.Always(begun),
		api.CancelLogin:     clitest.Always(nil),
		api.ListFolders:     clitest.Always(found),
		api.GetConnection:   func(clitest.Request) any { mu.Lock(); defer mu.Unlock(); return now },
		api.ChooseFolder: func(r clitest.Request) any {
			for _, f := range append(driveFolders, api.Folder{ID: "1Deep", Name: "2026"}) {
				if strings.Contains(r.Body, `"`+f.ID+`"`) {
					mu.Lock()
					defer mu.Unlock()
					now.Status, now.NeedsFolder, now.FolderID, now.AccountHint = "connected", false, f.ID, f.Name
					return now
				}
			}
			return &api.Problem{Status: 404, Code: api.CodeNotFound, Detail: "the Google account sees no such folder"}
		},
	})
}

func TestConnectTakesAFolder(t *testing.T) {
	t.Parallel()
	d := driveBox(t, driveFolders)
	d.Run(t, "", "connect", "drive", "--at", "acme", "--folder", "1Deep").Want(t, 0, "connected", "2026", "1Deep")
	if sent := d.Requests(api.ChooseFolder); len(sent) != 1 || sent[0].Path["id"] != clitest.ID("login") || sent[0].Body != `{"id":"1Deep"}` {
		t.Errorf("the choices sent are %+v", sent)
	}
}

func TestConnectRefusesAFolder(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		code int
		says []string
		sent int // logins that were begun
	}{
		{"not there", []string{"drive", "--folder", "1Gone"}, 3, []string{"sees no such folder", "waits for its folder: guildsctl connection folder drive --at acme FOLDER"}, 1},
		{"of a login without folders", []string{"notion", "--folder", "1Invoices"}, 2, []string{"a login for notion is not limited to a folder"}, 0},
		{"without a wait", []string{"drive", "--no-wait", "--folder", "1Invoices"}, 2, []string{"does not go with --no-wait"}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := driveBox(t, driveFolders)
			d.Run(t, "", append([]string{"connect", "--at", "acme"}, tc.args...)...).Want(t, tc.code, tc.says...)
			if n := len(d.Requests(api.Connect)); n != tc.sent {
				t.Errorf("%d logins were begun, want %d", n, tc.sent)
			}
		})
	}
}

// In a pipe there is nobody to ask: the folders are data, and the command that
// comes next is told beside them.
func TestConnectListsFoldersForAScript(t *testing.T) {
	t.Parallel()
	d := driveBox(t, driveFolders)
	got := d.Run(t, "", "connect", "drive", "--at", "acme")
	got.Want(t, 0, "Choose one with: guildsctl connection folder drive --at acme FOLDER")
	if want := "Invoices  My Drive       1Invoices\nTeam      Shared drives  0ATeam\n"; got.Out != want {
		t.Errorf("standard output is %q; want %q", got.Out, want)
	}
	d.Run(t, "", "connect", "drive", "--at", "acme", "--json=status,needs_folder").Want(t, 0, `"pending"`, `"needs_folder": true`)
	empty := driveBox(t, []api.Folder{})
	empty.Run(t, "", "connect", "drive", "--at", "acme").Want(t, 0, "The account holds no folder that can be chosen")
}

func TestConnectPicksAFolderOnATerminal(t *testing.T) {
	t.Parallel()
	d := driveBox(t, driveFolders)
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "connect", "drive", "--at", "acme")
	terminal.Expect("limited to one folder")
	terminal.Expect("1   Invoices  My Drive")
	terminal.Expect("2   Team      Shared drives")
	for _, step := range []struct{ typed, answer string }{
		{"", "Number, or the id of another folder: "},
		{"3", "There is no number 3."},
		{"0", "There is no number 0."},
		{"1Gone", "That folder cannot be chosen: the Google account sees no such folder."},
	} {
		terminal.Type(step.typed + "\r")
		terminal.Expect(step.answer)
	}
	terminal.Type(" 2 \r")
	terminal.Expect("connected")
	terminal.Expect("0ATeam")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestConnectPicksAFolderByItsIDOnATerminal(t *testing.T) {
	t.Parallel()
	d := driveBox(t, []api.Folder{})
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "connect", "drive", "--at", "acme")
	terminal.Expect("The account holds no folder that can be chosen")
	terminal.Expect("Number, or the id of another folder: ")
	terminal.Type("1Deep\r")
	terminal.Expect("2026")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// The choice is broken off: what the browser login brought is not kept.
func TestConnectIsBrokenOffAtTheFolder(t *testing.T) {
	t.Parallel()
	d := driveBox(t, driveFolders)
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "connect", "drive", "--at", "acme")
	terminal.Expect("Number, or the id of another folder: ")
	terminal.Type("\x04")
	terminal.Expect("Nothing is left of the login for drive at acme.")
	if code := wait(); code == 0 {
		t.Error("exit code 0")
	}
	if n := len(d.Requests(api.CancelLogin)); n != 1 {
		t.Errorf("%d cancellations; want 1", n)
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	d := driveBox(t, driveFolders)
	d.Run(t, "", "connection", "folder", "drive", "--at", "acme").Want(t, 0, "Invoices  My Drive       1Invoices\n")
	d.Run(t, "", "connection", "folder", "drive", "--at", "acme", "--jq", ".[1].id").Want(t, 0, "0ATeam\n")
	d.Run(t, "", "connection", "folder").Want(t, 2, "ID|SLUG is missing")
	d.Run(t, "", "connection", "folder", "drive", "--at", "acme", "1Gone").Want(t, 3, "sees no such folder")
	d.Run(t, "", "connection", "folder", "drive", "--at", "acme", "1Invoices").Want(t, 0, `is limited to the folder "Invoices"`)
	d.Run(t, "", "connection", "folder", clitest.ID("login"), "0ATeam", "--json").Want(t, 0, `"id": "0ATeam"`, `"name": "Team"`)
}

func TestWaitEndsWhereAFolderIsMissing(t *testing.T) {
	t.Parallel()
	d := driveBox(t, driveFolders)
	d.Run(t, "", "connection", "wait", "drive", "--at", "acme").
		Want(t, 6, "the login for drive at acme waits for its folder", "hint: guildsctl connection folder drive --at acme FOLDER")
}
