package issue_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var (
	at    = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)
	filed = api.Issue{
		ID: clitest.ID("filed"), Guild: "acme/research", Agent: "acme/research/scout", Category: "api", Tool: "mail_send",
		Title: "mail is refused", Details: "HTTP 500\ntwice", Status: "open", CreatedAt: at,
	}
)

func start(t *testing.T) *clitest.Daemon {
	t.Helper()
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListIssues:    clitest.Always([]api.Issue{filed}),
		api.GetIssue:      clitest.Always(filed),
		api.ResolveIssue:  clitest.Always(filed),
		api.ResolveIssues: clitest.Always(api.ResolvedIssues{Resolved: 1}),
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	d := start(t)
	got := d.Run(t, "", "issue", "list", "--at", "acme/research", "--all")
	want := "acme/research  open  api  mail is refused  2026-03-02T08:15:07Z  " + filed.ID + "\n"
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	if q := d.Requests(api.ListIssues)[0].Query; q["within_id"] != clitest.ID("acme/research") || q["all"] != "true" {
		t.Errorf("asked %v", q)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	got := start(t).Run(t, "", "issue", "show", filed.ID)
	want := `Title:       mail is refused
Status:      open
Category:    api
Tool:        mail_send
Agent:       acme/research/scout
Reported:    2026-03-02T08:15:07Z
Id:          ` + filed.ID + `
Details:     HTTP 500
             twice
`
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "", "issue", "resolve", filed.ID, "--note", "mended").Want(t, 0, `Resolved the issue "mail is refused"`)
	if got := d.Requests(api.ResolveIssue)[0]; got.Path["id"] != filed.ID || got.Body != `{"note":"mended"}` {
		t.Errorf("sent %+v", got)
	}
	d.Run(t, "", "issue", "resolve", "--all", "--at", "acme/research").Want(t, 0, "Resolved 1 issue of acme/research.")
	if got := d.Requests(api.ResolveIssues)[0].Body; got != `{"guild_id":"`+clitest.ID("acme/research")+`"}` {
		t.Errorf("sent %s", got)
	}
	d.Run(t, "", "issue", "resolve").Want(t, 2, "the id of an issue is missing")
	d.Run(t, "", "issue", "resolve", filed.ID, "--all").Want(t, 2, "leave the id or --all out")
	d.Run(t, "", "issue", "resolve", "--all").Want(t, 2, "--at is missing")
}
