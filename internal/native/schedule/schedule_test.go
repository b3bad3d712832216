package schedule_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native/schedule"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, schedule.Tools(nil, nil))
}

// A run that a schedule started cannot make more of them, and the binding decides.
func TestWhichRunsOfferThem(t *testing.T) {
	t.Parallel()
	for _, one := range schedule.Tools(nil, nil) {
		for trigger, want := range map[tool.Trigger]bool{tool.Direct: true, tool.Group: true, tool.Schedule: false} {
			for _, on := range []bool{true, false} {
				facts := tool.Facts{Trigger: trigger, Bound: func(string) (bool, string) { return on, "off at acme" }}
				if why := one.Gate(facts, one.Name); (why == "") != (want && on) {
					t.Errorf("%s in a %s run, bound %v: %q", one.Name, trigger, on, why)
				}
			}
		}
	}
}

// agent calls the tools as one agent does, at half past nine.
type agent struct {
	scope guild.Scope
	db    *postgres.DB
}

func setup(t *testing.T) (scout, other agent) {
	t.Helper()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout", "acme/research/other")
	return agent{tree["acme/research/scout"], db}, agent{tree["acme/research/other"], db}
}

func (a agent) call(t *testing.T, name string, args map[string]any) string {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC) }
	for _, one := range schedule.Tools(a.db, now) {
		if one.Name == name {
			result, err := one.Run(context.WithoutCancel(t.Context()), &tool.Call{Agent: a.scope, Caller: a.scope.Path}, raw)
			if err != nil {
				t.Fatal(err)
			}
			return result.Text
		}
	}
	t.Fatalf("there is no tool %s", name)
	return ""
}

type args = map[string]any

var idForm = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

func TestAScheduleFromItsCreationToItsDeletion(t *testing.T) {
	t.Parallel()
	scout, other := setup(t)
	made := scout.call(t, "schedule_create_cron", args{"cron": "0  9 * * mon-fri", "description": "Standup", "instruction": "Say what\nis new."})
	id := idForm.FindString(made)
	for _, step := range []struct {
		tool string
		args args
		want string
	}{
		{"schedule_list", args{}, `{"schedules":[{"id":"ID","description":"Standup","wakes":"0 9 * * mon-fri UTC","next_wake_utc":"2026-03-03T09:00:00Z","instruction":"Say what is new."}]}`},
		{"schedule_pause", args{"id": id}, `{"id":"ID","description":"Standup","wakes":"0 9 * * mon-fri UTC","paused":true}`},
		{"schedule_resume", args{"id": id}, `{"id":"ID","description":"Standup","wakes":"0 9 * * mon-fri UTC","next_wake_utc":"2026-03-03T09:00:00Z"}`},
		{"schedule_delete", args{"id": id}, "deleted ID: Standup"},
		{"schedule_delete", args{"id": id}, "ERROR: you have no such schedule; schedule_list gives those that you have"},
		{"schedule_list", args{}, `{"schedules":[]}`},
	} {
		if got := strings.ReplaceAll(scout.call(t, step.tool, step.args), id, "ID"); got != step.want {
			t.Errorf("%s %v: %s; want %s", step.tool, step.args, got, step.want)
		}
	}
	id = idForm.FindString(other.call(t, "schedule_create_cron", args{"cron": "0 9 * * *", "description": "Another's", "instruction": "Hide."}))
	for _, name := range []string{"schedule_pause", "schedule_resume", "schedule_delete"} {
		if got := scout.call(t, name, args{"id": id}); !strings.HasPrefix(got, "ERROR: you have no such schedule") {
			t.Errorf("%s of another's: %s", name, got)
		}
	}
	if got := scout.call(t, "schedule_list", args{}); strings.Contains(got, "Another") {
		t.Errorf("another's is listed: %s", got)
	}
}

func TestAWindowShowsItsNextWakeInItsZone(t *testing.T) {
	t.Parallel()
	scout, _ := setup(t)
	got := scout.call(t, "schedule_create_window", args{
		"timezone": "Asia/Kathmandu", "start": "22:00", "end": "06:00", "max_wakes": 2, "description": "Night", "instruction": "Dream.",
	})
	form := regexp.MustCompile(`^\{"id":".{36}","description":"Night","wakes":"22:00-06:00 Asia/Kathmandu, at most 2 a day",` +
		`"next_wake_utc":"2026-03-0[23]T[0-9:]{8}Z","next_wake_local":"2026-03-0[23] [0-9:]{8} \+05:45"\}$`)
	if !form.MatchString(got) {
		t.Errorf("the result is %s", got)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	scout, _ := setup(t)
	for _, tt := range []struct {
		tool string
		args args
		want []string
	}{
		{"schedule_create_cron", args{}, []string{"ERROR: the arguments do not fit schedule_create_cron", "cron", "description", "instruction"}},
		{
			"schedule_create_cron", args{"cron": "* 25 * * *", "description": strings.Repeat("é", 401), "instruction": strings.Repeat("é", 2001)},
			[]string{"ERROR: the schedule is refused", "description: has 401 characters; at most 400", "instruction: has 2001 characters; at most 2000", `cron: hour "25"`},
		},
		{"schedule_create_cron", args{"cron": "*/4 * * * *", "description": "d", "instruction": "i"}, []string{"at least 5 minutes apart"}},
		{
			"schedule_create_window", args{"timezone": "Berlin", "start": "9", "end": "25:00", "max_wakes": 0, "description": "a\nb", "instruction": " "},
			[]string{"timezone: ", "start: ", "end: ", "max_wakes: ", "description: must be one line", "instruction: is required"},
		},
		{"schedule_create_window", args{"timezone": "UTC", "start": "09:00", "end": "10:00", "max_wakes": 1.5, "description": "d", "instruction": "i"}, []string{"$.max_wakes"}},
		{"schedule_pause", args{"id": "Standup"}, []string{`ERROR: "Standup" is not the id of a schedule; schedule_list gives the ids`}},
		{"schedule_list", args{"all": true}, []string{"ERROR: the arguments do not fit schedule_list"}},
	} {
		got := scout.call(t, tt.tool, tt.args)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q: %s", tt.tool, want, got)
			}
		}
	}
	for i := range 51 {
		got := scout.call(t, "schedule_create_cron", args{"cron": "0 9 * * *", "description": fmt.Sprint(i), "instruction": "i"})
		if failed := strings.HasPrefix(got, "ERROR: acme/research/scout has 50 schedules"); failed != (i == 50) {
			t.Fatalf("schedule %d: %s", i, got)
		}
	}
}
