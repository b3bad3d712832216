package connection_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/guild"
)

// calls are calls of every kind of tool of Google: that reads, that writes, and that
// fails.
var calls = map[string][]struct{ tool, args string }{
	"gmail": {
		{"gmail_search_threads", `{}`},
		{"gmail_get_message", `{"message_id":"m1"}`},
		{"gmail_get_message", `{"message_id":"nothing"}`},
		{"gmail_create_draft", `{"body":"b","thread_id":"t1"}`},
		{"gmail_send_message", `{"to":["a@example.com"],"subject":"s","body":"b"}`},
	},
	"drive": {
		{"drive_list_recent_files", `{}`},
		{"drive_read_file_content", `{"fileId":"note"}`},
		{"drive_read_file_content", `{"fileId":"root"}`},
		{"drive_create_file", `{"title":"t","textContent":"x"}`},
		{"drive_download_file_content", `{"fileId":"note","file_path":"x"}`},
	},
}

// TestGoogleCanary calls tools with tokens that are good, that have expired and that
// were revoked, while Google's own answers show tokens, and then looks for every
// credential that there was: in results, in the log and in the database.
func TestGoogleCanary(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	logins := map[string]connection.Connection{"gmail": g.connected(t, "gmail")}
	mail := strings.Join(g.tokens(), " ")
	logins["drive"] = g.connected(t, "drive")
	file := strings.TrimPrefix(strings.Join(g.tokens(), " "), mail)
	// Each login's own tokens come back in what it reads.
	show := func(mail, file string) {
		g.Set(func(w *googletest.World) {
			w.Mail = []googletest.Mail{{ID: "m1", Thread: "t1", At: time.Unix(0, 0), Raw: "Subject: s\nMessage-ID: <m@example.com>\n\n" + mail}}
			w.Files = append(w.Files[:2:2], googletest.File{ID: "note", Name: "note.txt", Type: "text/plain", Parent: "mine", Data: file})
		})
	}
	show(mail, file)
	var said []string
	round := func() {
		for slug, login := range logins {
			if err := g.logins.Sync(t.Context(), login.ID); err != nil {
				said = append(said, err.Error())
			}
			for _, c := range calls[slug] {
				record, err := g.logins.Call(t.Context(), connection.Call{Connection: login.ID, Tool: c.tool, Arguments: json.RawMessage(c.args), Caller: "test"})
				if err != nil {
					said = append(said, err.Error())
				}
				said = append(said, record.Result)
			}
		}
	}
	round()
	if !strings.Contains(strings.Join(said, "\n"), "[redacted:") {
		t.Error("no result shows that a token was there")
	}
	show("nothing", "nothing")
	g.Expire()
	round()
	if len(g.refreshes()) < 2 {
		t.Error("the tokens were not refreshed")
	}
	g.Revoke()
	round()
	dump, err := exec.Command("pg_dump", "--dbname", g.url).CombinedOutput()
	if err != nil {
		t.Fatalf("pg_dump: %v\n%s", err, dump)
	}
	for _, secret := range g.Secrets() {
		if strings.Contains(string(dump), secret) || strings.Contains(strings.Join(said, "\n"), secret) {
			t.Errorf("the database or a result holds %s", secret)
		}
	}
	g.kept(t)
}

// tokens are the tokens that Google gave out so far.
func (g *google) tokens() (given []string) {
	for _, secret := range g.Secrets() {
		if strings.HasPrefix(secret, "ya29.") || strings.HasPrefix(secret, "1//0") {
			given = append(given, secret)
		}
	}
	return given
}

// A token that Google takes no longer is refreshed for the call, which is then made
// once.
func TestGoogleToolsRefreshTheirToken(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "gmail")
	g.Expire()
	got := g.call(t, c.ID, "gmail_send_message", `{"to":["a@example.com"],"subject":"s","body":"b"}`)
	if got.Failed || len(g.Mail()) != 1 || len(g.refreshes()) != 1 {
		t.Errorf("%d messages after %d refreshes: %s", len(g.Mail()), len(g.refreshes()), got.Result)
	}
	if got := g.read(t, c.ID); got.Status != connection.Connected {
		t.Errorf("the login is %s", got.Status)
	}
}

// The folder's tools are listed once it is chosen, the two that write off, and the
// published copy comes with them.
func TestDriveListsItsTools(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	if row := g.seeded(t, "drive"); len(row.Tools) != 0 {
		t.Errorf("the box publishes %v", row.Tools)
	}
	c := g.connected(t, "drive")
	if err := g.logins.Sync(t.Context(), c.ID); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(g.names(t, c.ID), " "); got != "drive_copy_file drive_create_file drive_download_file_content drive_get_file_metadata drive_get_file_permissions drive_list_recent_files drive_read_file_content drive_search_files" {
		t.Errorf("the tools are %s", got)
	}
	bound := g.bindings(t)
	if on, written := bound["drive_create_file"]; on || !written {
		t.Errorf("the bindings are %v", bound)
	}
	if row := g.seeded(t, "drive"); len(row.Tools) != 8 {
		t.Errorf("%d tools are published", len(row.Tools))
	}
	// The folder of a login is that of its calls, from the next one on.
	for folder, fails := range map[string]bool{"mine": false, "theirs": true} {
		if _, err := g.logins.ChooseFolder(t.Context(), c.ID, folder); err != nil {
			t.Fatal(err)
		}
		if got := g.call(t, c.ID, "drive_get_file_metadata", `{"fileId":"mine"}`); got.Failed != fails {
			t.Errorf("limited to %s: %s", folder, got.Result)
		}
	}
	if _, err := g.logins.Invoke(t.Context(), connection.Call{Connection: c.ID, Tool: "drive_delete_file"}); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a tool that there is not: %v", err)
	}
}
