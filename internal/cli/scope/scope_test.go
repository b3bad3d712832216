package scope_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

// TestCreate checks which parent and slug each path comes to.
func TestCreate(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ noun, path, parent, slug string }{
		{"org", "other", "platform", "other"},
		{"guild", "acme/ops", "acme", "ops"},
		{"agent", "acme/research/scribe", "acme/research", "scribe"},
	} {
		t.Run(tc.noun, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{
				api.CreateScope: clitest.Always(api.Scope{Path: tc.path, Name: "A name", ID: clitest.ID("new")}),
			})
			got := d.Run(t, "", tc.noun, "create", tc.path, "--name", "A name")
			got.Want(t, 0, "Path:", tc.path, "A name")
			want := `{"parent_id":"` + clitest.ID(tc.parent) + `","slug":"` + tc.slug + `","name":"A name"}`
			if body := d.Requests(api.CreateScope)[0].Body; body != want {
				t.Errorf("asked to create %s, want %s", body, want)
			}
		})
	}
}

func TestCreateBelowNothing(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, nil)
	d.Run(t, "", "guild", "create", "nobody/ops").
		Want(t, 3, `there is no scope "nobody"`, "hint: guildsctl org list shows them; guildsctl org create nobody makes it")
}

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, nil)
	got := d.Run(t, "", "agent", "list", "--within", "acme", "--json=path,level")
	const want = `[
  {
    "path": "acme/research/scout",
    "level": "agent"
  }
]
`
	if diff := cmp.Diff(want, got.Out); diff != "" {
		t.Error(diff)
	}
	requests := d.Requests(api.ListScopes)
	last := requests[len(requests)-1].Query
	if diff := cmp.Diff(map[string]string{"within_id": clitest.ID("acme"), "level": "agent"}, last); diff != "" {
		t.Error(diff)
	}
}

func TestListOfNone(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListScopes: clitest.Always([]api.Scope{})})
	got := d.Run(t, "", "org", "list")
	got.Want(t, 0, "guildsctl org create acme")
	if got.Out != "" {
		t.Errorf("standard output %q, want nothing", got.Out)
	}
}

func TestShowChecksTheLevel(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetScope: clitest.Always(clitest.Scope("acme"))})
	d.Run(t, "", "guild", "show", "acme/research").Want(t, 0, "acme/research")
	d.Run(t, "", "agent", "show", "acme").Want(t, 2, "acme is of the level organisation, not agent")
	d.Run(t, "", "org", "show", "0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c").Want(t, 0, "acme")
}

// removal answers deletions and says so in what it returns.
func removal(r clitest.Request) any {
	return api.Removal{
		DryRun:   r.Query["dry_run"] == "true",
		Scopes:   []string{"acme/research", "acme/research/scout"},
		Bindings: []string{"everything at acme"},
	}
}

// dryRuns returns the dry_run of each deletion that was asked for.
func dryRuns(d *clitest.Daemon) []string {
	var all []string
	for _, r := range d.Requests(api.DeleteScope) {
		all = append(all, r.Query["dry_run"])
	}
	return all
}

func TestDelete(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		code int
		says string
		runs []string
	}{
		{"without --yes it changes nothing", nil, 2, "hint: add --yes", []string{"true"}},
		{"with --yes", []string{"--yes"}, 0, "Deleted organisation acme.", []string{"true", "false"}},
		{"as JSON", []string{"--yes", "--jq", ".dry_run"}, 0, "false", []string{"true", "false"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{api.DeleteScope: removal})
			got := d.Run(t, "", append([]string{"org", "delete", "acme"}, tc.args...)...)
			got.Want(t, tc.code, tc.says,
				"Deleting organisation acme removes:\n  scopes (2): acme/research, acme/research/scout\n  bindings (1): everything at acme\n")
			if diff := cmp.Diff(tc.runs, dryRuns(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDeleteAsksOnATerminal(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		answer string
		code   int
		says   string
		runs   []string
	}{
		{"y\r", 0, "Deleted organisation acme.", []string{"true", "false"}},
		{"\r", 1, "nothing was changed", []string{"true"}},
		{"\x04", 2, "ended before an answer", []string{"true"}},
	} {
		t.Run(tc.says, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{api.DeleteScope: removal})
			terminal := clitest.Open(t)
			wait := d.RunOn(terminal, "org", "delete", "acme")
			terminal.Expect("scopes (2): acme/research")
			terminal.Expect("Delete organisation acme? [y/N] ")
			terminal.Type(tc.answer)
			terminal.Expect(tc.says)
			if code := wait(); code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			if diff := cmp.Diff(tc.runs, dryRuns(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
