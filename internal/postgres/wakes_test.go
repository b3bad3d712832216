package postgres_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/schedule"
)

// started returns what the runs of schedules were told, the oldest first.
func (b box) started(t testing.TB) []string {
	t.Helper()
	runs, err := b.db.Runs(t.Context(), postgres.RunFilter{Within: guild.PlatformID, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for i := range runs {
		r := runs[len(runs)-1-i]
		generations, err := b.db.Generations(t.Context(), r.ID)
		if err != nil || len(generations) != 1 || r.Trigger != "schedule" || r.Origin == "" {
			t.Fatalf("the run %+v has %d messages (%v)", r, len(generations), err)
		}
		told = append(told, r.Agent+": "+generations[0].Input)
	}
	return told
}

// finish ends all that waits, as if it had run.
func (b box) finish(t testing.TB) {
	t.Helper()
	if _, err := b.db.Pool().Exec(t.Context(), `update generations set status = 'done'`); err != nil {
		t.Fatal(err)
	}
}

func (b box) read(t testing.TB, id guild.ID) schedule.Schedule {
	t.Helper()
	s, err := b.db.Schedule(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b box) wake(t testing.TB, id guild.ID, now time.Time) {
	t.Helper()
	if err := b.db.Wake(t.Context(), id, now); err != nil {
		t.Fatal(err)
	}
}

func TestAWakeStartsARunOnce(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	s := b.plan(t, "acme/research/scout", hourly, morning) // due at 10:00
	due := s.NextRunAt
	b.wake(t, s.ID, due.Add(-time.Second))
	if told := b.started(t); len(told) != 0 {
		t.Fatalf("before it was due it started %q", told)
	}
	for range 3 {
		b.wake(t, s.ID, due)
	}
	want := []string{"acme/research/scout: Scheduled wake: Hourly\n\nLook around."}
	if diff := cmp.Diff(want, b.started(t)); diff != "" {
		t.Errorf("started (-want +got):\n%s", diff)
	}
	got := b.read(t, s.ID)
	if !got.NextRunAt.Equal(due.Add(time.Hour)) || !got.LastRunAt.Equal(due) || got.LastRun == "" || got.Skipped != 0 {
		t.Errorf("after the wake: %+v", got)
	}
	b.wake(t, guild.NewID(), due) // one that was deleted meanwhile
}

// No daemon ran for two days: the schedule fires once, late, and then from now on.
func TestAMissedWakeComesOnceAndLate(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	cron, window := b.plan(t, "acme/research/scout", hourly, morning), b.plan(t, "acme/research/scout", office, morning)
	late := morning.Add(48 * time.Hour)
	for range 2 {
		if err := b.db.WakeOverdue(t.Context(), late); err != nil {
			t.Fatal(err)
		}
	}
	if told := b.started(t); len(told) != 2 {
		t.Errorf("started %q; want one for each schedule", told)
	}
	for _, s := range []schedule.Schedule{cron, window} {
		if got, want := b.read(t, s.ID).NextRunAt, s.Timing.Next(late); !got.Equal(want) {
			t.Errorf("%s is next due at %s; want %s", s.Timing, got, want)
		}
	}
}

// A schedule whose run still waits for its agent starts no second one.
func TestWakesDoNotPileUp(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	s := b.plan(t, "acme/research/scout", hourly, morning)
	other := b.plan(t, "acme/research/scout", hourly, morning)
	for i := range 3 {
		b.wake(t, s.ID, s.NextRunAt.Add(time.Duration(i)*time.Hour))
	}
	if got := b.read(t, s.ID); got.Skipped != 2 || !got.NextRunAt.Equal(s.NextRunAt.Add(3*time.Hour)) || !got.LastRunAt.Equal(s.NextRunAt) {
		t.Errorf("after two wakes too many: %+v", got)
	}
	b.wake(t, other.ID, other.NextRunAt) // another schedule of the busy agent still queues its run
	if told := b.started(t); len(told) != 2 {
		t.Errorf("started %q", told)
	}
	b.finish(t)
	b.wake(t, s.ID, s.NextRunAt.Add(3*time.Hour))
	if got := b.read(t, s.ID); got.Skipped != 0 || len(b.started(t)) != 3 {
		t.Errorf("after its run has ended: %+v", got)
	}
}

func TestAPausedScheduleStaysAsleep(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	s := b.plan(t, "acme/research/scout", hourly, morning)
	if _, err := b.db.PauseSchedule(t.Context(), s.Agent.ID, s.ID); err != nil {
		t.Fatal(err)
	}
	b.wake(t, s.ID, s.NextRunAt.Add(time.Hour))
	if told := b.started(t); len(told) != 0 {
		t.Errorf("started %q", told)
	}
	// An operator may wake it all the same, and it stays paused.
	id, err := b.db.WakeNow(t.Context(), s.Agent.ID, s.ID, "uid 0", morning)
	if err != nil || len(b.started(t)) != 1 {
		t.Errorf("woken by hand: %v", err)
	}
	if got := b.read(t, s.ID); !got.Paused() || got.LastRun != id {
		t.Errorf("after it was woken by hand: %+v", got)
	}
	if _, err := b.db.WakeNow(t.Context(), b.tree["acme"].ID, s.ID, "uid 0", morning); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("woken as another's: %v", err)
	}
}

// Two daemons look for the same wakes at the same moments, over three days.
func TestTwoDaemonsWakeEachScheduleOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	var daemons [2]*postgres.DB
	for i := range daemons {
		db, err := postgres.Open(t.Context(), url, postgres.Options{MaxConns: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		daemons[i] = db
	}
	b := boxOn(t, daemons[0], "acme", "acme/research", "acme/research/scout")
	const schedules, hours = 8, 12
	for range schedules {
		b.plan(t, "acme/research/scout", hourly, morning)
	}
	for hour := range hours {
		now := morning.Add(time.Duration(hour+1) * time.Hour)
		var waking sync.WaitGroup
		errs := make([]error, 2*len(daemons))
		for i := range errs {
			waking.Go(func() { errs[i] = daemons[i%2].WakeOverdue(t.Context(), now) })
		}
		waking.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		if n := len(b.started(t)); n != schedules*(hour+1) {
			t.Fatalf("after %d hours there are %d runs; want %d", hour+1, n, schedules*(hour+1))
		}
		b.finish(t)
	}
}

// A daemon that ends within a wake leaves it as it was, for the next one.
func TestAWakeIsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	s := b.plan(t, "acme/research/scout", hourly, morning)
	// The last step of a wake waits for this lock, and its daemon goes meanwhile.
	tx, err := b.db.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `lock table river_job in exclusive mode`); err != nil {
		t.Fatal(err)
	}
	ctx, kill := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.db.Wake(ctx, s.ID, s.NextRunAt) }()
	soonIn(t, b, "a wake waits for the lock", `exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`)
	kill()
	if err := <-ended; err == nil {
		t.Error("the wake went through")
	}
	soonIn(t, b, "its session has given up", `not exists (select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null)`)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, s.ID); !got.NextRunAt.Equal(s.NextRunAt) || len(b.started(t)) != 0 {
		t.Errorf("half a wake is left: %+v", got)
	}
	b.wake(t, s.ID, s.NextRunAt)
	if told := b.started(t); len(told) != 1 {
		t.Errorf("the next daemon started %q", told)
	}
}

// soonIn returns once a condition holds in this database.
func soonIn(t testing.TB, b box, what, condition string) {
	t.Helper()
	soon(t, what, func() bool {
		var holds bool
		if err := b.db.Pool().QueryRow(t.Context(), `select `+condition).Scan(&holds); err != nil {
			t.Fatal(err)
		}
		return holds
	})
}

// The job that a schedule leaves behind wakes it, and leaves the next one.
func TestTheJobOfAScheduleWakesIt(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	s := b.plan(t, "acme/research/scout", hourly, time.Now().Add(-2*time.Hour)) // due an hour ago
	stop, err := b.db.Do(t.Context(), postgres.Work{
		Generate: func(context.Context, guild.ID) error { return nil }, Generations: 1, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	soon(t, "the schedule is woken", func() bool { return b.read(t, s.ID).LastRun != "" })
	if err := stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	var at time.Time
	const ask = `select scheduled_at from river_job where kind = 'wake' and state = 'scheduled'`
	if err := b.db.Pool().QueryRow(t.Context(), ask).Scan(&at); err != nil || !at.Equal(b.read(t, s.ID).NextRunAt) {
		t.Errorf("the next job is due at %s (%v); want %s", at, err, b.read(t, s.ID).NextRunAt)
	}
}
