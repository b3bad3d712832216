package connection_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
)

// TestCanary goes through all that a browser login can meet, and then looks for
// every token, code, verifier and secret that there was: in the database, in the
// log, in errors, in what is returned, and in the results of tools.
func TestCanary(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	var said []string
	say := func(v any, err error) {
		data, encodeErr := json.Marshal(v)
		said = append(said, string(data))
		for _, err := range []error{err, encodeErr} {
			if err != nil {
				said = append(said, err.Error())
			}
		}
	}
	callback := func(decline bool) {
		begun := b.begin(t)
		q := b.follow(t, begun, decline)
		for range 2 { // the second is a replay
			done, err := b.logins.Complete(t.Context(), begun.State, q)
			say(done, err)
		}
	}
	call := func(tool, args string) {
		for _, c := range b.all(t) {
			r, err := b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: tool, Arguments: json.RawMessage(args)})
			say(r, err)
		}
	}

	callback(true)
	callback(false)
	call("tools_leak", "{}")
	held := b.service.Bearers()
	call("tools_echo", `{"message":"my token is `+held[len(held)-1]+`"}`)
	b.spend()
	call("tools_leak", "{}")
	b.service.Break(hangUp)
	b.spend()
	call("tools_leak", "{}")
	b.service.Break(nil)
	call("tools_fail", `{"message":"no"}`)
	if err := b.service.Restart(); err != nil {
		t.Fatal(err)
	}
	call("tools_leak", "{}")
	callback(false)
	say(b.all(t), nil)
	stored, err := b.db.Login(t.Context(), b.all(t)[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	say(b.logins.Revoke(t.Context(), stored), nil)

	dump, err := exec.Command("pg_dump", "--dbname", b.url).CombinedOutput()
	if err != nil {
		t.Fatalf("pg_dump: %v\n%s", err, dump)
	}
	given := b.service.Given()
	if len(given) < 12 {
		t.Fatalf("only %d secrets were given out", len(given))
	}
	for _, secret := range given {
		if strings.Contains(string(dump), secret) {
			t.Errorf("the database holds %s", secret)
		}
		if b.log.holds(secret) {
			t.Errorf("the log holds %s", secret)
		}
		if strings.Contains(strings.Join(said, "\n"), secret) {
			t.Errorf("an answer holds %s", secret)
		}
	}
}
