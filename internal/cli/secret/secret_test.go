package secret_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var (
	at     = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)
	wide   = api.Secret{ID: clitest.ID("wide"), ScopeID: clitest.ID("acme"), Scope: "acme", Name: "A_KEY", Description: "for all", By: "uid 0", Overridden: true, UpdatedAt: at}
	narrow = api.Secret{ID: clitest.ID("narrow"), ScopeID: clitest.ID("acme/research"), Scope: "acme/research", Name: "A_KEY", By: "uid 0", UpdatedAt: at}
	asked  = api.SecretRequest{ID: clitest.ID("asked"), Agent: "acme/research/scout", Name: "B_KEY", Reason: "to log in", Status: "open", CreatedAt: at}
)

func start(t *testing.T) *clitest.Daemon {
	t.Helper()
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListSecrets:          clitest.Always([]api.Secret{wide, narrow}),
		api.PutSecret:            clitest.Always(api.SavedSecret{Secret: narrow, Replaced: true, Answered: []api.SecretRequest{asked}}),
		api.DeleteSecret:         clitest.Always(nil),
		api.ListSecretRequests:   clitest.Always([]api.SecretRequest{asked}),
		api.AnswerSecretRequest:  clitest.Always(asked),
		api.DeclineSecretRequest: clitest.Always(asked),
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	d := start(t)
	got := d.Run(t, "", "secret", "list", "--at", "acme/research")
	want := `A_KEY  acme           overridden  for all  uid 0  2026-03-02T08:15:07Z
A_KEY  acme/research  on          -        uid 0  2026-03-02T08:15:07Z
`
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	d.Run(t, "", "secrets", "ls", "--within", "acme").Want(t, 0)
	d.Run(t, "", "secret", "list", "--at", "acme", "--within", "acme").Want(t, 2, "leave one of them out")
	requests := d.Requests(api.ListSecrets)
	if len(requests) != 2 || requests[0].Query["scope_id"] != clitest.ID("acme/research") || requests[1].Query["within_id"] != clitest.ID("acme") {
		t.Errorf("asked %+v", requests)
	}
}

// The value comes from where the command says, and the command line is no such place.
func TestSetReadsTheValue(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := start(t)
	set := []string{"secret", "set", "A_KEY", "--at", "acme/research"}
	d.Run(t, "from the input\n", append(set, "--value", "-")...).Want(t, 0, "Replaced the secret A_KEY of acme/research.\nIt answers the request of acme/research/scout: to log in\n")
	d.Run(t, "", append(set, "--value", "@"+file, "--description", "d")...).Want(t, 0)
	for _, wrong := range []struct {
		args []string
		want string
	}{
		{set, "there is no terminal to ask on"},
		{append(set, "--value", "hunter22"), "other users can read the command line"},
		{append(set, "--value", "@/nowhere/key"), "--value: open /nowhere/key"},
		{set[:3], "--at is missing"},
	} {
		got := d.Run(t, "", wrong.args...)
		got.Want(t, 2, wrong.want)
		if strings.Contains(got.Out+got.Err, "hunter22") {
			t.Errorf("the value is repeated: %q", got.Err)
		}
	}
	var bodies []string
	for _, r := range d.Requests(api.PutSecret) {
		bodies = append(bodies, r.Body)
	}
	id := clitest.ID("acme/research")
	want := []string{
		`{"scope_id":"` + id + `","name":"A_KEY","value":"from the input"}`,
		`{"scope_id":"` + id + `","name":"A_KEY","value":"from a file","description":"d"}`,
	}
	if diff := cmp.Diff(want, bodies); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func TestAnswerAsksForTheValueUnseen(t *testing.T) {
	t.Parallel()
	d := start(t)
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "secret", "answer", "B_KEY")
	terminal.Expect("acme/research/scout asks for B_KEY: to log in")
	terminal.Expect("Value of B_KEY: ")
	terminal.WaitHidden()
	terminal.Type("hunter22\r")
	terminal.Expect("Stored the secret B_KEY of acme/research/scout.")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(terminal.Shown(), "hunter22") {
		t.Errorf("the terminal shows the secret: %q", terminal.Shown())
	}
	got := d.Requests(api.AnswerSecretRequest)
	if len(got) != 1 || got[0].Path["id"] != asked.ID || got[0].Body != `{"value":"hunter22"}` {
		t.Errorf("sent %+v", got)
	}
}

func TestDecline(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "", "secret", "answer", asked.ID, "--decline", "--reason", "not yet").Want(t, 0, "Declined.")
	if got := d.Requests(api.DeclineSecretRequest); len(got) != 1 || got[0].Body != `{"reason":"not yet"}` {
		t.Errorf("sent %+v", got)
	}
	d.Run(t, "", "secret", "answer", "B_KEY", "--reason", "not yet").Want(t, 2, "add --decline")
	d.Run(t, "", "secret", "answer", "B_KEY", "--decline", "--value", "-").Want(t, 2, "leave one of them out")
	d.Run(t, "", "secret", "answer", "C_KEY", "--decline").Want(t, 3, `no agent within your reach asks for "C_KEY"`)
}

// A name that two agents ask for is not guessed at.
func TestAnswerOfANameThatTwoAskFor(t *testing.T) {
	t.Parallel()
	other := asked
	other.ID, other.Agent = clitest.ID("other"), "acme/research/writer"
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListSecretRequests: clitest.Always([]api.SecretRequest{asked, other})})
	d.Run(t, "", "secret", "answer", "B_KEY", "--decline").Want(t, 2, "2 agents ask for B_KEY", other.ID+" of acme/research/writer")
}

func TestRequests(t *testing.T) {
	t.Parallel()
	d := start(t)
	got := d.Run(t, "", "secret", "requests", "--at", "acme", "--all")
	want := "B_KEY  acme/research/scout  open  to log in  2026-03-02T08:15:07Z  " + asked.ID + "\n"
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	if q := d.Requests(api.ListSecretRequests)[0].Query; q["within_id"] != clitest.ID("acme") || q["all"] != "true" {
		t.Errorf("asked %v", q)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "", "secret", "delete", "A_KEY", "--at", "acme/research").Want(t, 2, "The secret A_KEY of acme/research", "hint: add --yes")
	d.Run(t, "", "secret", "delete", "A_KEY", "--at", "acme/research/scout", "--yes").Want(t, 3, "name its owner with --at acme/research")
	d.Run(t, "", "secret", "delete", "C_KEY", "--at", "acme", "--yes").Want(t, 3, "no secret C_KEY belongs to acme")
	if n := len(d.Requests(api.DeleteSecret)); n != 0 {
		t.Fatalf("%d secrets were deleted", n)
	}
	d.Run(t, "", "secret", "delete", "A_KEY", "--at", "acme/research", "--yes").Want(t, 0, "Deleted the secret A_KEY of acme/research.")
	if got := d.Requests(api.DeleteSecret)[0].Path["id"]; got != narrow.ID {
		t.Errorf("deleted %s", got)
	}
}
