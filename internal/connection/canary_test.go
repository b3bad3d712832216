package connection_test

import (
	"encoding/json"
	"fmt"
	"net/http"
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

// TestAdapterCanary does the same for the key of a token form at a service that
// repeats it in every answer.
func TestAdapterCanary(t *testing.T) {
	t.Parallel()
	b, service, row := newAdapterBox(t)
	const other = "canary-another-key-5xQ2"
	var said []string
	say := func(v any, err error) {
		data, encodeErr := json.Marshal(v)
		said = append(said, string(data), fmt.Sprint(err, encodeErr))
	}
	say(b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(other)}))
	c := b.connect(t, row)
	say(c, nil)
	for _, status := range []int64{0, http.StatusForbidden, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusUnauthorized} {
		service.refuse.Store(status)
		for _, args := range []string{`{"id":"1"}`, `{"id":"` + canary + `"}`, `{"id":7}`} {
			say(b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "read", Arguments: json.RawMessage(args)}))
		}
		say(nil, b.logins.Sync(t.Context(), c.ID))
		say(b.read(t, c.ID), nil)
	}
	if b.read(t, c.ID).Status != connection.Disconnected {
		t.Error("the login was never refused")
	}
	dump, err := exec.Command("pg_dump", "--dbname", b.url).CombinedOutput()
	if err != nil {
		t.Fatalf("pg_dump: %v\n%s", err, dump)
	}
	for _, secret := range []string{canary, other} {
		for place, text := range map[string]string{"the database": string(dump), "the log": b.log.text(), "an answer": strings.Join(said, "\n")} {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %s", place, secret)
			}
		}
	}
}
