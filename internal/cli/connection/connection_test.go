package connection_test

import (
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

// logins answers with the login of acme and one of acme/research.
func logins(clitest.Request) any {
	near := login
	near.ID, near.Scope, near.ScopeID = clitest.ID("near"), "acme/research", clitest.ID("acme/research")
	return []api.Connection{near, login}
}

func TestListQueries(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListConnections: logins})
	d.Run(t, "", "connection", "list", "--at", "acme/research", "--within", "acme", "--server", "qonto").
		Want(t, 0, "qonto  acme/research  connected  -  4  -  "+clitest.ID("near")+"  -\n")
	want := map[string]string{"scope_id": clitest.ID("acme/research"), "within_id": clitest.ID("acme"), "server": "qonto"}
	if diff := cmp.Diff(want, d.Requests(api.ListConnections)[0].Query); diff != "" {
		t.Error(diff)
	}
}

func TestShowFindsTheNearest(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections: logins,
		api.GetConnection:   clitest.Always(login),
	})
	d.Run(t, "", "connection", "show", "qonto", "--at", "acme/research/scout").Want(t, 0, "acme/research\n")
	d.Run(t, "", "connection", "show", login.ID).Want(t, 0, "acme\n")
	d.Run(t, "", "connection", "show", "qonto").Want(t, 2, "--at is missing")
}

func TestDisconnect(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections: logins,
		api.Disconnect:      clitest.Always(api.Removal{Bindings: []string{"qonto at acme/research"}, Revoked: "Revoked at Qonto."}),
	})
	d.Run(t, "", "disconnect", "qonto", "--at", "acme/research/scout", "--yes").
		Want(t, 3, "acme/research/scout owns no login for qonto", "hint: name its owner with --at acme/research")
	d.Run(t, "", "disconnect", "qonto", "--at", "acme/research").
		Want(t, 2, "Deleting the login for qonto at acme/research removes:", "hint: add --yes")
	d.Run(t, "", "disconnect", "qonto", "--at", "acme/research", "--yes").Want(t, 0, "Deleted the login", "Revoked at Qonto.")
	for _, r := range d.Requests(api.Disconnect) {
		if r.Path["id"] != clitest.ID("near") {
			t.Errorf("asked to delete %s", r.Path["id"])
		}
	}
}

func TestNoLogin(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListConnections: clitest.Always([]api.Connection{})})
	d.Run(t, "", "disconnect", "qonto", "--at", "acme", "--yes").
		Want(t, 3, "acme sees no login for qonto", "hint: guildsctl connect qonto --at acme")
}

func TestSync(t *testing.T) {
	t.Parallel()
	synced := login
	synced.Tools = 9
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections: logins,
		api.SyncConnection:  clitest.Always(synced),
	})
	d.Run(t, "", "connection", "sync", "qonto", "--at", "acme", "--jq", ".tools").Want(t, 0, "9\n")
}

// waiting is a login whose status is pending for the first look, and then what
// next answers.
func waiting(next any) map[api.Operation]clitest.Answer {
	pending := login
	pending.Status = "pending"
	var looks atomic.Int32
	return map[api.Operation]clitest.Answer{
		api.GetConnection: func(clitest.Request) any {
			if looks.Add(1) == 1 {
				return pending
			}
			return next
		},
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	gone := &api.Problem{Status: 404, Code: api.CodeNotFound, Detail: "there is no such connection"}
	pending := login
	pending.Status = "pending"
	for _, tc := range []struct {
		name string
		next any
		args []string
		code int
		says string
	}{
		{"connected", login, nil, 0, "Status:       connected"},
		{"refused", gone, nil, 3, "the login for qonto at acme is gone"},
		{"too long", pending, []string{"--timeout", "1ms"}, 1, "is still pending after 1ms"},
		{"already", login, []string{"--for", "pending"}, 0, "pending"},
		{"no status", login, []string{"--for", "done"}, 2, `--for "done" is no status`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, waiting(tc.next))
			d.Run(t, "", append([]string{"connection", "wait", login.ID}, tc.args...)...).Want(t, tc.code, tc.says)
		})
	}
}

func TestWaitCountsDownOnATerminal(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, waiting(login))
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "connection", "wait", login.ID, "--timeout", "1m")
	terminal.Expect("qonto at acme is pending; waiting 1m0s more for connected")
	terminal.Expect("\r\x1b[K") // the line goes before the result comes
	terminal.Expect("connected")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
