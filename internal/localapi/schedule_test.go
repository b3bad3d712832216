package localapi_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/pkg/api"
)

// plan stores a schedule of an agent.
func (b *box) plan(t testing.TB, agent guild.Scope) schedule.Schedule {
	t.Helper()
	s, err := schedule.New(agent, "uid 0", schedule.Draft{Description: "d", Instruction: "i", Cron: "0 9 * * *"}, time.Now(), 1)
	if err == nil {
		err = b.db.CreateSchedule(t.Context(), s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	scout := b.id("acme/research/scout")
	window := &api.ScheduleWindow{Timezone: "Asia/Kathmandu", Start: "09:00", End: "17:00", MaxWakes: 3}
	made, err := b.local.CreateSchedule(t.Context(), api.NewSchedule{AgentID: scout, Description: "Office", Instruction: "Work.", Window: window})
	if err != nil {
		t.Fatal(err)
	}
	want := api.Schedule{
		ID: made.ID, AgentID: scout, Agent: "acme/research/scout", Description: "Office", Instruction: "Work.", Window: window,
		NextRunAt: made.NextRunAt, NextRunLocal: made.NextRunLocal, Upcoming: made.Upcoming, CreatedBy: made.CreatedBy, CreatedAt: made.CreatedAt,
	}
	if diff := cmp.Diff(want, made); diff != "" || made.CreatedBy == "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	local, err := time.Parse(time.RFC3339, made.NextRunLocal)
	if _, offset := local.Zone(); err != nil || !local.Equal(*made.NextRunAt) || offset != (5*60+45)*60 {
		t.Errorf("the next wake is at %s, there %s (%v)", made.NextRunAt, made.NextRunLocal, err)
	}
	if len(made.Upcoming) != 5 || !made.Upcoming[0].Equal(*made.NextRunAt) {
		t.Errorf("upcoming: %s; the next is %s", made.Upcoming, made.NextRunAt)
	}

	got, err := b.local.GetSchedule(t.Context(), made.ID)
	if diff := cmp.Diff(made.Upcoming, got.Upcoming); diff != "" || err != nil {
		t.Errorf("the moments change from look to look: %v\n%s", err, diff)
	}
	if paused, err := b.local.PauseSchedule(t.Context(), made.ID); err != nil || !paused.Paused || paused.NextRunAt != nil || paused.NextRunLocal != "" {
		t.Errorf("paused: %+v (%v)", paused, err)
	}
	if resumed, err := b.local.ResumeSchedule(t.Context(), made.ID); err != nil || resumed.Paused || !resumed.NextRunAt.Equal(*made.NextRunAt) {
		t.Errorf("resumed: %+v (%v); before it was due at %s", resumed, err, made.NextRunAt)
	}
	woken, err := b.local.WakeSchedule(t.Context(), made.ID)
	if got, _ := b.local.GetSchedule(t.Context(), made.ID); err != nil || got.LastRunID != woken.RunID || got.LastRunAt == nil || !got.NextRunAt.Equal(*made.NextRunAt) {
		t.Errorf("woken: %+v, %v; then %+v", woken, err, got)
	}
	if list, err := b.local.ListSchedules(t.Context(), api.ScheduleQuery{WithinID: b.id("acme")}); err != nil || len(list) != 1 || list[0].ID != made.ID {
		t.Errorf("listed: %+v (%v)", list, err)
	}
	if err := b.local.DeleteSchedule(t.Context(), made.ID); err != nil {
		t.Error(err)
	}
	_, err = b.local.GetSchedule(t.Context(), made.ID)
	wantProblem(t, err, api.CodeNotFound, made.ID)
}

func TestSchedulesRefused(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	scout := b.id("acme/research/scout")
	seen, err := b.local.PreviewSchedule(t.Context(), api.NewSchedule{AgentID: scout, Description: "d", Instruction: "i", Cron: "0 9 1 1 *"})
	if err != nil || len(seen.Upcoming) != 5 || seen.Upcoming[4].Year() != seen.Upcoming[0].Year()+4 {
		t.Errorf("previewed: %+v (%v)", seen, err)
	}
	bad := api.NewSchedule{AgentID: scout, Description: "d", Instruction: " ", Cron: "* * * * *"}
	for what, make := range map[string]func() error{
		"create":  func() error { _, err := b.local.CreateSchedule(t.Context(), bad); return err },
		"preview": func() error { _, err := b.local.PreviewSchedule(t.Context(), bad); return err },
	} {
		err := make()
		wantProblem(t, err, api.CodeInvalid, "the schedule is refused")
		if p, ok := err.(*api.Problem); !ok || len(p.Errors) != 2 {
			t.Errorf("%s: not every problem is named: %v", what, err)
		}
	}
	_, err = b.local.CreateSchedule(t.Context(), api.NewSchedule{AgentID: b.id("acme"), Description: "d", Instruction: "i", Cron: "0 9 * * *"})
	wantProblem(t, err, api.CodeInvalid, "only an agent has schedules")
	if list, err := b.local.ListSchedules(t.Context(), api.ScheduleQuery{}); err != nil || len(list) != 0 {
		t.Errorf("there are %+v (%v)", list, err)
	}
}
