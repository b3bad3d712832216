package repo_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var app = api.Repository{GitHubID: 7, Name: "app", FullName: "acme/app", Owner: "acme", Private: true, DefaultBranch: "main", URL: "https://github.com/acme/app.git"}

var site = api.Repository{GitHubID: 8, Name: "site", FullName: "acme/site", Owner: "acme", DefaultBranch: "next", URL: "https://github.com/acme/site.git"}

var chosen = api.SelectedRepositories{Repositories: []api.SelectedRepository{{GitHubID: 7, Name: "app", URL: app.URL, DefaultBranch: "main"}}}

// login is a GitHub login that a scope owns.
func login(path, status string) api.Connection {
	return api.Connection{ID: clitest.ID("of " + path), Server: "github", Scope: path, ScopeID: clitest.ID(path), Status: status}
}

// start starts a daemon with the logins that acme/research sees.
func start(t *testing.T, logins ...api.Connection) *clitest.Daemon {
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections:  clitest.Always(logins),
		api.ListRepositories: clitest.Always([]api.Repository{app, site}),
		api.GetSelected:      clitest.Always(chosen),
		api.PutSelected:      clitest.Always(chosen),
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	d := start(t, login("acme", "connected"))
	d.Run(t, "", "repo", "list", "--at", "acme/research").
		Want(t, 0, "acme/app   yes  main  https://github.com/acme/app.git\n", "acme/site  no   next  https://github.com/acme/site.git\n")
	d.Run(t, "", "repos", "ls", "--at", "acme", "--jq", ".[].github_id").Want(t, 0, "7\n8\n")
	d.Run(t, "", "repo", "list").Want(t, 2, "--at is missing")
	d.Run(t, "", "repo", "list", "acme/app", "--at", "acme").Want(t, 2, "takes no")
}

func TestListWithoutALogin(t *testing.T) {
	t.Parallel()
	start(t).Run(t, "", "repo", "list", "--at", "acme").Want(t, 3, "acme sees no login for github", "guildsctl connect github --at acme")
}

func TestListOfAnInstallationThatReachesNothing(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections:  clitest.Always([]api.Connection{login("acme", "connected")}),
		api.ListRepositories: clitest.Always([]api.Repository{}),
	})
	d.Run(t, "", "repo", "list", "--at", "acme").Want(t, 0, "reaches no repository. Choose some for the App on GitHub.")
	d.Run(t, "", "repo", "list", "--at", "acme", "--json").Want(t, 0, "[]\n")
}

// TestTheLoginThatServes asks for the nearest login that is made.
func TestTheLoginThatServes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		logins []api.Connection
		want   string
	}{
		{"inherited", []api.Connection{login("acme", "connected")}, "acme"},
		{"its own", []api.Connection{login("acme", "connected"), login("acme/research", "connected")}, "acme/research"},
		{"its own, disconnected", []api.Connection{login("acme", "connected"), login("acme/research", "disconnected")}, "acme/research"},
		{"while its own is begun", []api.Connection{login("acme", "connected"), login("acme/research", "pending")}, "acme"},
		{"while the only one is begun", []api.Connection{login("acme/research", "pending")}, "acme/research"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := start(t, tt.logins...)
			d.Run(t, "", "repo", "list", "--at", "acme/research").Want(t, 0)
			d.Run(t, "", "repo", "selected", "--at", "acme/research").Want(t, 0)
			want := map[string]string{"id": clitest.ID("of " + tt.want)}
			for _, op := range []api.Operation{api.ListRepositories, api.GetSelected} {
				if diff := cmp.Diff(want, d.Requests(op)[0].Path); diff != "" {
					t.Errorf("%s (-want +got):\n%s", op.ID, diff)
				}
			}
		})
	}
}

func TestSelected(t *testing.T) {
	t.Parallel()
	d := start(t, login("acme", "connected"))
	d.Run(t, "", "repo", "selected", "--at", "acme").Want(t, 0, "app  main  https://github.com/acme/app.git\n")
	empty := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections: clitest.Always([]api.Connection{login("acme", "connected")}),
		api.GetSelected:     clitest.Always(api.SelectedRepositories{}),
	})
	empty.Run(t, "", "repo", "selected", "--at", "acme").Want(t, 0, "guildsctl repo select OWNER/NAME")
	empty.Run(t, "", "repo", "selected", "--at", "acme", "--json").Want(t, 0, "[]\n")
}

// TestSelect checks what is sent: an address for each name, also for one that is not
// reached, so that the daemon names all of them at once.
func TestSelect(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"acme/app ACME/Site":            `{"repositories":[{"url":"https://github.com/acme/app.git"},{"url":"https://github.com/acme/site.git"}]}`,
		"https://github.com/acme/app":   `{"repositories":[{"url":"https://github.com/acme/app"}]}`,
		"acme/gone acme/app initech/it": `{"repositories":[{"url":"https://github.com/acme/gone"},{"url":"https://github.com/acme/app.git"},{"url":"https://github.com/initech/it"}]}`,
		"app":                           `{"repositories":[{"url":"app"}]}`,
		"--none":                        `{"repositories":[]}`,
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			d := start(t, login("acme", "connected"))
			d.Run(t, "", append(strings.Fields("repo select --at acme"), strings.Fields(line)...)...).Want(t, 0, "app  main")
			if got := d.Requests(api.PutSelected)[0]; got.Body != want || got.Path["id"] != clitest.ID("of acme") {
				t.Errorf("sent %s to %s; want %s", got.Body, got.Path["id"], want)
			}
		})
	}
}

func TestSelectRefuses(t *testing.T) {
	t.Parallel()
	d := start(t, login("acme", "connected"))
	d.Run(t, "", "repo", "select", "--at", "acme").Want(t, 2, "or --none for none", "guildsctl repo list")
	d.Run(t, "", "repo", "select", "--none", "acme/app", "--at", "acme").Want(t, 2, "or --none for none")
	d.Run(t, "", "repo", "select", "acme/app", "--at", "acme/research").Want(t, 3, "acme/research owns no login for github", "--at acme")
	if sent := d.Requests(api.PutSelected); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}

// TestCompletion completes every repository of a line, not the first alone.
func TestCompletion(t *testing.T) {
	t.Parallel()
	d := start(t, login("acme", "connected"))
	for _, typed := range [][]string{{""}, {"acme/app", ""}, {"acme/app", "acme/site", "acme/"}} {
		got := d.Run(t, "", append([]string{"__complete", "repo", "select", "--at", "acme"}, typed...)...)
		got.Want(t, 0, "acme/app\n", "acme/site\n")
	}
}
