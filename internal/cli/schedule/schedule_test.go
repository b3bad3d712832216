package schedule_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

const path = "acme/research/scout"

var (
	next     = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)
	upcoming = []time.Time{next, next.Add(24 * time.Hour)}
	office   = api.Schedule{
		ID: clitest.ID("office"), AgentID: clitest.ID(path), Agent: path, Description: "Office", Instruction: "Work.\nHard.",
		Window:    &api.ScheduleWindow{Timezone: "Europe/Berlin", Start: "09:00", End: "17:00", MaxWakes: 3},
		NextRunAt: &next, NextRunLocal: "2026-03-02T09:15:07+01:00", Upcoming: upcoming, CreatedBy: "uid 0", CreatedAt: next.Add(-time.Hour),
	}
	morning = api.Schedule{ID: clitest.ID("morning"), Agent: path, Description: "Morning", Cron: "0 9 * * *", Paused: true}
)

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListSchedules: clitest.Always([]api.Schedule{office, morning})})
	got := d.Run(t, "", "schedule", "list", "--at", "acme")
	want := `acme/research/scout  Office   09:00-17:00 Europe/Berlin, at most 3 a day  on      2026-03-02T08:15:07Z  ` + office.ID + `
acme/research/scout  Morning  0 9 * * * UTC                               paused  -                     ` + morning.ID + `
`
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	if got := d.Requests(api.ListSchedules)[0].Query["within_id"]; got != clitest.ID("acme") {
		t.Errorf("asked within %q", got)
	}
	none := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListSchedules: clitest.Always([]api.Schedule{})})
	none.Run(t, "", "schedules", "ls").Want(t, 0, "There is no schedule.")
	none.Run(t, "", "schedule", "list", "--json=id").Want(t, 0, "[]")
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetSchedule: clitest.Always(office)})
	got := d.Run(t, "", "schedule", "show", office.ID)
	want := `Agent:       acme/research/scout
Description: Office
Wakes:       09:00-17:00 Europe/Berlin, at most 3 a day
State:       on
Next:        2026-03-02T08:15:07Z
             2026-03-03T08:15:07Z
Local:       2026-03-02T09:15:07+01:00
Skipped:     0
Created:     2026-03-02T07:15:07Z
Created by:  uid 0
Id:          ` + office.ID + `
Instruction: Work.
             Hard.
`
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.CreateSchedule:  clitest.Always(office),
		api.PreviewSchedule: clitest.Always(api.SchedulePreview{Upcoming: upcoming}),
	})
	base := []string{"schedule", "create", "--at", path, "--description", "Office", "--instruction"}
	cron := append(base, "-", "--cron", "0 9 * * *")
	window := append(base, "Work.", "--window", "22:00-06:00", "--timezone", "UTC", "--max-wakes", "2")
	d.Run(t, "Typed.\n", cron...).Want(t, 0, "Made schedule "+office.ID, "09:00-17:00 Europe/Berlin")
	d.Run(t, "", window...).Want(t, 0)
	want := []string{
		`{"agent_id":"` + clitest.ID(path) + `","description":"Office","instruction":"Typed.","cron":"0 9 * * *"}`,
		`{"agent_id":"` + clitest.ID(path) + `","description":"Office","instruction":"Work.","window":{"timezone":"UTC","start":"22:00","end":"06:00","max_wakes":2}}`,
	}
	var sent []string
	for _, r := range d.Requests(api.CreateSchedule) {
		sent = append(sent, r.Body)
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}

	dry := d.Run(t, "", append(window, "--dry-run")...)
	if dry.Out != "2026-03-02T08:15:07Z\n2026-03-03T08:15:07Z\n" || dry.Code != 0 {
		t.Errorf("the dry run prints %q, code %d", dry.Out, dry.Code)
	}
	d.Run(t, "", append(window, "--dry-run", "--jq", ".upcoming[0]")...).Want(t, 0, "2026-03-02T08:15:07Z")
	if n := len(d.Requests(api.CreateSchedule)); n != 2 {
		t.Errorf("%d schedules were made", n)
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, nil)
	for _, tt := range []struct {
		args string
		says string
	}{
		{"--at " + path, "one of --cron and --window is needed"},
		{"--at " + path + " --cron * --window 1-2", "and not both"},
		{"--at " + path + " --cron * --max-wakes 3", "and not both"},
		{"--at " + path + " --window 09:00", `--window "09:00" is no part of a day`},
		{"--at " + path + " --cron * --instruction @/nowhere/at-all", "--instruction: open /nowhere/at-all"},
		{"--cron *", "--at is missing"},
		{"--cron * --max-wakes many", "invalid argument"},
	} {
		d.Run(t, "", append([]string{"schedule", "create"}, strings.Fields(tt.args)...)...).Want(t, 2, tt.says)
	}
}

func TestPauseResumeDelete(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.PauseSchedule: clitest.Always(morning), api.ResumeSchedule: clitest.Always(office),
		api.WakeSchedule: clitest.Always(api.Woken{RunID: clitest.ID("run")}),
		api.GetSchedule:  clitest.Always(office), api.DeleteSchedule: clitest.Always(nil),
	})
	d.Run(t, "", "schedule", "pause", morning.ID).Want(t, 0, `Paused "Morning" of acme/research/scout.`)
	d.Run(t, "", "schedule", "pause", morning.ID, "--jq", ".paused").Want(t, 0, "true")
	d.Run(t, "", "schedule", "resume", office.ID).Want(t, 0, "wakes next at 2026-03-02T08:15:07Z")
	got := d.Run(t, "", "schedule", "wake", office.ID)
	if got.Want(t, 0, "Started run"); got.Out != clitest.ID("run")+"\n" {
		t.Errorf("a wake prints %q", got.Out)
	}
	d.Run(t, "", "schedule", "wake", office.ID, "--json=run_id").Want(t, 0, clitest.ID("run"))
	d.Run(t, "", "schedule", "delete", office.ID).Want(t, 2, `"Office" of acme/research/scout, 09:00-17:00 Europe/Berlin`, "hint: add --yes")
	if n := len(d.Requests(api.DeleteSchedule)); n != 0 {
		t.Fatalf("%d schedules were deleted without --yes", n)
	}
	d.Run(t, "", "schedule", "delete", office.ID, "--yes").Want(t, 0, "Deleted schedule "+office.ID)
}
