package postgres_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schedule"
)

var (
	hourly  = schedule.Draft{Description: "Hourly", Instruction: "Look around.", Cron: "0 * * * *"}
	office  = schedule.Draft{Description: "Office", Instruction: "Work.", Window: &schedule.DraftWindow{Timezone: "Europe/Berlin", Start: "09:00", End: "17:00", MaxWakes: 3}}
	morning = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)
)

// plan stores a schedule that was made at a moment.
func (b box) plan(t testing.TB, agent string, d schedule.Draft, now time.Time) schedule.Schedule {
	t.Helper()
	s, err := schedule.New(b.tree[agent], "uid 0", d, now, 1<<63+7)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.db.CreateSchedule(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return s
}

// scheduleDiff compares schedules; timings by what they say and when they wake.
func scheduleDiff(want, got any) string {
	return cmp.Diff(want, got, cmp.Transformer("timing", func(t schedule.Timing) string {
		return t.String() + " " + t.Next(morning).String()
	}))
}

func TestASchedulesLife(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/research/other")
	scout, other := b.tree["acme/research/scout"], b.tree["acme/research/other"]
	one, two := b.plan(t, scout.Path, hourly, morning), b.plan(t, scout.Path, office, morning.Add(time.Second))
	three := b.plan(t, other.Path, hourly, morning)

	for scope, want := range map[guild.ID][]schedule.Schedule{scout.ID: {one, two}, b.tree["acme"].ID: {three, one, two}, guild.NewID(): {}} {
		got, err := b.db.Schedules(t.Context(), scope)
		if diff := scheduleDiff(want, got); diff != "" || err != nil {
			t.Errorf("schedules (-want +got):\n%s\n%v", diff, err)
		}
	}

	paused, err := b.db.PauseSchedule(t.Context(), scout.ID, one.ID)
	if err != nil || !paused.Paused() {
		t.Errorf("paused: %+v, %v", paused, err)
	}
	if got, err := b.db.Schedule(t.Context(), one.ID); err != nil || !got.Paused() {
		t.Errorf("read after the pause: %+v, %v", got, err)
	}
	later := morning.AddDate(0, 0, 1)
	resumed, err := b.db.ResumeSchedule(t.Context(), scout.ID, one.ID, later)
	if want := later.Truncate(time.Hour).Add(time.Hour); err != nil || !resumed.NextRunAt.Equal(want) {
		t.Errorf("resumed: %s, %v; want %s", resumed.NextRunAt, err, want)
	}
	if again, err := b.db.ResumeSchedule(t.Context(), scout.ID, one.ID, later.AddDate(0, 0, 1)); err != nil || !again.NextRunAt.Equal(resumed.NextRunAt) {
		t.Errorf("resumed while it is not paused: %s, %v", again.NextRunAt, err)
	}

	for what, err := range map[string]error{
		"pause":  second(b.db.PauseSchedule(t.Context(), other.ID, two.ID)),
		"resume": second(b.db.ResumeSchedule(t.Context(), other.ID, two.ID, later)),
		"delete": second(b.db.DeleteSchedule(t.Context(), other.ID, two.ID)),
		"read":   second(b.db.Schedule(t.Context(), guild.NewID())),
	} {
		if guild.CodeOf(err) != guild.CodeNotFound {
			t.Errorf("%s of what is another agent's: %v", what, err)
		}
	}
	if gone, err := b.db.DeleteSchedule(t.Context(), scout.ID, one.ID); err != nil || gone.Description != "Hourly" {
		t.Errorf("deleted: %+v, %v", gone, err)
	}
	if got, err := b.db.Schedules(t.Context(), scout.ID); err != nil || len(got) != 1 {
		t.Errorf("%d are left (%v); want 1", len(got), err)
	}
}

func second[T any](_ T, err error) error { return err }

// Whoever makes schedules at once, an agent has no more than it may.
func TestAnAgentHasOnlySoManySchedules(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/research/other")
	for range schedule.MaxPerAgent - 5 {
		b.plan(t, "acme/research/scout", hourly, morning)
	}
	var making sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		making.Go(func() {
			s, err := schedule.New(b.tree["acme/research/scout"], "uid 0", hourly, morning, 1)
			if err == nil {
				err = b.db.CreateSchedule(t.Context(), s)
			}
			errs[i] = err
		})
	}
	making.Wait()
	made := 0
	for _, err := range errs {
		switch {
		case err == nil:
			made++
		case guild.CodeOf(err) != guild.CodeConflict || !strings.Contains(err.Error(), "acme/research/scout has 50 schedules"):
			t.Errorf("refused with %v", err)
		}
	}
	if made != 5 {
		t.Errorf("%d were made; want 5", made)
	}
	b.plan(t, "acme/research/other", hourly, morning)
}

func TestADeletionSaysWhichSchedulesGo(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	b.plan(t, "acme/research/scout", hourly, morning)
	b.plan(t, "acme/research/scout", office, morning)
	for _, dryRun := range []bool{true, false} {
		r, err := b.db.DeleteScope(t.Context(), b.tree["acme/research"].ID, dryRun)
		want := []string{"Hourly at acme/research/scout", "Office at acme/research/scout"}
		if diff := cmp.Diff(want, r.Schedules); diff != "" || err != nil {
			t.Errorf("schedules that go (-want +got):\n%s\n%v", diff, err)
		}
	}
	if left, err := b.db.Schedules(t.Context(), guild.PlatformID); err != nil || len(left) != 0 {
		t.Errorf("%s are left (%v)", fmt.Sprint(left), err)
	}
}
