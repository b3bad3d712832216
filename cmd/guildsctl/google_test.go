package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/google/googletest"
)

// hasGoogle is the condition of scripts that need Google's discovery documents.
// Where all must pass, a script fails for want of them instead of being skipped.
func hasGoogle() bool {
	s, err := googletest.Open()
	if err == nil {
		s.Close()
	}
	return err == nil || os.Getenv("CI") == "true"
}

// googleCommand controls a Google on the loopback address:
//
//	google start              GOOGLE_URL is its address, GOOGLE_SECRET its client's secret
//	google secret VALUE       its client has another secret from now on
//	google login ARGUMENT...  run guildsctl, and follow the address that it tells
//	google browse ADDRESS     follow an address to its end, and write what stands there
//	google denies yes|no      whether the account declines
//	google trash FOLDER       put a folder into the bin
//	google expire | revoke    end the access tokens, or the logins
//	google canary             canary with every credential that it gave out or was shown
//	google faults             fails where a request did not fit the documents
func googleCommand(ts *testscript.TestScript, neg bool, args []string) {
	s := of(ts)
	switch args[0] {
	case "start":
		ts.Check(s.startGoogle(ts))
	case "secret":
		s.google.Set(func(w *googletest.World) { w.ClientSecret = args[1] })
	case "login":
		if err := followLogin(ts, args[1:]); (err != nil) != neg {
			ts.Fatalf("guildsctl ended with %v; it wrote:\n%s", err, ts.ReadFile("stderr"))
		}
	case "browse":
		page, err := browsePage(args[1])
		ts.Check(err)
		fmt.Fprint(ts.Stdout(), page)
	case "denies":
		s.google.Set(func(w *googletest.World) { w.Denies = args[1] == "yes" })
	case "trash":
		s.google.Set(func(w *googletest.World) {
			for i := range w.Files {
				w.Files[i].Trashed = w.Files[i].Trashed || w.Files[i].ID == args[1]
			}
		})
	case "expire":
		s.google.Expire()
	case "revoke":
		s.google.Revoke()
	case "canary":
		canaryCommand(ts, neg, s.google.Secrets())
	case "faults":
		if faults := s.google.Faults(); len(faults) > 0 {
			ts.Fatalf("%s", strings.Join(faults, "\n"))
		}
	default:
		ts.Fatalf("google does not know %s", args[0])
	}
}

func (s *script) startGoogle(ts *testscript.TestScript) (err error) {
	if s.google, err = googletest.Open(); err != nil {
		return err
	}
	s.google.Set(func(w *googletest.World) {
		w.Files = []googletest.File{
			{ID: "1Invoices", Name: "Invoices", Parent: googletest.RootID},
			{ID: "1May", Name: "may.txt", Type: "text/plain", Parent: "1Invoices", Data: "20 euros"},
			{ID: "1Note", Name: "note.txt", Type: "text/plain", Parent: googletest.RootID},
			{ID: "1Plans", Name: "Plans", Parent: "0ATeam", Drive: "0ATeam"},
			{ID: "1Friend", Name: "From a friend", Shared: true},
		}
		w.Drives = []googletest.Drive{{ID: "0ATeam", Name: "Team"}}
		w.Labels = []googletest.Label{{ID: "INBOX", Name: "INBOX", System: true}}
		w.Mail = []googletest.Mail{{
			ID: "18f1", Thread: "18f0", Labels: []string{"INBOX", "UNREAD"}, At: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC),
			Raw: "From: Ann Lee <ann@example.com>\nTo: someone@example.com\nSubject: Invoice 7\nMessage-ID: <i7@example.com>\n\nPlease pay 20 euros.\n",
		}}
	})
	ts.Setenv("GOOGLE_URL", s.google.URL)
	ts.Setenv("GOOGLE_SECRET", s.google.Environment()["GMAIL_OAUTH_CLIENT_SECRET"])
	ts.Setenv("GOOGLE_CLIENT", googletest.ClientID)
	return nil
}

// followLogin runs guildsctl as an operator does who opens the address that it
// tells.
func followLogin(ts *testscript.TestScript, args []string) error {
	cmd := exec.Command(filepath.Join(bin, "guildsctl"), args...)
	cmd.Env = []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME"), "GUILDS_SOCKET=" + ts.Getenv("GUILDS_SOCKET")}
	cmd.Stdout = ts.Stdout()
	told, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(told)
	for lines.Scan() {
		fmt.Fprintln(ts.Stderr(), lines.Text())
		if address := strings.TrimSpace(lines.Text()); strings.HasPrefix(address, "http") {
			_, err = browsePage(address)
		}
	}
	if err != nil {
		_ = cmd.Process.Kill()
	}
	if ended := cmd.Wait(); err == nil {
		err = ended
	}
	return err
}

// browsePage follows an address to its end, and returns what stands there.
func browsePage(address string) (string, error) {
	resp, err := http.Get(address)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	return fmt.Sprintf("%s\n%s", resp.Status, page), err
}
