package instance_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var box = api.Instance{
	AuthMode: "socket",
	Integrations: []api.Integration{
		{Name: "openrouter", State: "on", Summary: "OpenRouter models"},
		{Name: "github-app", State: "incomplete", Summary: "GitHub", Variables: []api.Variable{
			{Name: "GITHUB_APP_ID", Required: true, Set: true}, {Name: "GITHUB_APP_SLUG", Required: true}, {Name: "OTHER"},
		}},
	},
}

var well = api.Status{
	Version: api.Version(), PID: 7, Database: "embedded, PostgreSQL 17", StateDir: "/var/lib/guilds",
	Scopes: map[string]int{"organisation": 1, "agent": 2}, Logins: map[string]int{"connected": 3}, Warnings: []string{},
	OpenIssues: 2, SecretRequests: 1,
}

func TestStatus(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetStatus: clitest.Always(well), api.GetInstance: clitest.Always(box)})
	got := d.Run(t, "", "status")
	got.Want(t, 0)
	want := `Daemon:          guildsd ` + api.Version() + `, process 7
Database:        embedded, PostgreSQL 17
State folder:    /var/lib/guilds
Scopes:          1 organisation, 0 guilds, 2 agents
Logins:          3 connected, 0 pending, 0 disconnected
MCP sessions:    0
Open issues:     2
Secret requests: 1
Integrations:    on: openrouter; incomplete: github-app
`
	if diff := cmp.Diff(want, got.Out); diff != "" {
		t.Error(diff)
	}
	d.Run(t, "", "status", "--json=version,integrations", "--jq", ".integrations[0].name").Want(t, 0, "openrouter\n")
}

func TestInstance(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetInstance: clitest.Always(box)})
	d.Run(t, "", "instance").Want(t, 0, "Let in by: socket\n",
		"openrouter  on          -                OpenRouter models\ngithub-app  incomplete  GITHUB_APP_SLUG  GitHub\n")
}

// finding is one line of doctor as a script reads it.
type finding struct{ State, Check, Detail, Do string }

// doctor runs the command and returns its exit code and what it found.
func doctor(t *testing.T, d *clitest.Daemon) (int, []finding) {
	t.Helper()
	got := d.Run(t, "", "doctor", "--json")
	var found []finding
	if err := json.Unmarshal([]byte(got.Out), &found); err != nil {
		t.Fatalf("%v in %q, %q", err, got.Out, got.Err)
	}
	return got.Code, found
}

func TestDoctorFindsAllWell(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.GetReadiness:    clitest.Always(api.Health{Status: "ok"}),
		api.GetStatus:       clitest.Always(well),
		api.GetInstance:     clitest.Always(api.Instance{}),
		api.ListConnections: clitest.Always([]api.Connection{{Status: "connected"}}),
	})
	code, found := doctor(t, d)
	if code != 0 || len(found) != 6 {
		t.Errorf("exit code %d, %d findings, want 0 and 6", code, len(found))
	}
	for _, f := range found {
		if f.State != "ok" || f.Do != "" {
			t.Errorf("%+v is not well", f)
		}
	}
}

// TestDoctorFindsWhatNeedsAnOperator ends with 0: a warning is no failure.
func TestDoctorFindsWhatNeedsAnOperator(t *testing.T) {
	t.Parallel()
	status := well
	status.Version, status.Warnings = "v0.0.1", []string{"an upstream points elsewhere"}
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.GetReadiness: clitest.Always(api.Health{Status: "ok"}),
		api.GetStatus:    clitest.Always(status),
		api.GetInstance:  clitest.Always(box),
		api.ListConnections: clitest.Always([]api.Connection{
			{Server: "a", Scope: "acme", Status: "disconnected"},
			{Server: "b", Scope: "acme", Status: "pending"},
			{Server: "c", Scope: "acme", Status: "connected", ListError: "timed out", ID: "id-of-c"},
		}),
	})
	code, found := doctor(t, d)
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	var got []finding
	for _, f := range found {
		if f.State == "warn" {
			got = append(got, f)
		}
	}
	want := []finding{
		{"warn", "version", "the daemon is v0.0.1, guildsctl is " + api.Version(), "install the same version of both and restart the daemon"},
		{"warn", "warnings", "an upstream points elsewhere", "see the daemon's configuration: guildsd config"},
		{"warn", "integrations", "github-app is incomplete", "set GITHUB_APP_SLUG in the daemon's environment and restart it"},
		{"warn", "logins", "a at acme is disconnected", "guildsctl connect a --at acme"},
		{"warn", "logins", "b at acme waits for a person to log in", "guildsctl connect b --at acme starts anew"},
		{"warn", "logins", "c at acme could not be brought up to date: timed out", "guildsctl connection sync id-of-c"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDoctorFails(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	notReady := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.GetReadiness: clitest.Always(&api.Problem{Status: 503, Code: api.CodeUnavailable, Detail: "the database does not answer", Hint: "wait"}),
	})
	for _, tc := range []struct {
		name  string
		d     *clitest.Daemon
		check string
		do    string
	}{
		{"no socket", &clitest.Daemon{Socket: "/nowhere/s"}, "address", "start it with systemctl start guildsd, or run guildsd yourself; --socket or --url name another"},
		{"a file for a socket", &clitest.Daemon{Socket: file}, "address", "name the daemon's socket with --socket"},
		{"not ready", notReady, "daemon", "wait"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			code, found := doctor(t, tc.d)
			last := found[len(found)-1]
			if code != 1 || last.State != "fail" || last.Check != tc.check || last.Do != tc.do {
				t.Errorf("exit code %d, last finding %+v", code, last)
			}
		})
	}
}
