package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/internal/tool"
)

// wakeJob says that a schedule is due at a time. The schedule itself says whether it
// still is, so one that was paused, deleted or woken meanwhile is left alone.
type wakeJob struct {
	ScheduleID guild.ID  `json:"schedule_id"`
	At         time.Time `json:"at"`
}

// Kind is part of river.JobArgs.
func (wakeJob) Kind() string { return "wake" }

// InsertOpts is part of river.JobArgsWithInsertOpts. A wake that is queued for the
// same time is not queued again. One that fails is not tried again: WakeOverdue finds
// the schedule.
func (w wakeJob) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: choreQueue, MaxAttempts: 1, ScheduledAt: w.At, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// queueWake has a schedule woken at its next time, once the transaction is committed.
func (db *DB) queueWake(ctx context.Context, tx pgx.Tx, s schedule.Schedule) error {
	_, err := db.jobs.InsertTx(ctx, tx, wakeJob{ScheduleID: s.ID, At: s.NextRunAt}, nil)
	return err
}

type wakeWorker struct {
	river.WorkerDefaults[wakeJob]
	db *DB
}

// Work is part of river.Worker.
func (w *wakeWorker) Work(ctx context.Context, job *river.Job[wakeJob]) error {
	return w.db.Wake(ctx, job.Args.ScheduleID, time.Now())
}

const (
	// claimWake takes a schedule that is due, unless another daemon has it.
	claimWake = `select ` + scheduleColumns + fromSchedules + ` where s.id = @id and s.next_run_at <= @now for no key update of s skip locked`

	// runWaits reports whether a run has a message that waits for its turn.
	runWaits = `select exists (select 1 from generations where run_id = @run and status = 'queued')`

	setSkipped = `update schedules set next_run_at = @next, skipped = skipped + 1 where id = @id`
	setWoken   = `update schedules set next_run_at = @next, last_run_id = @run, last_run_at = @now, skipped = 0 where id = @id`
)

// Wake starts the run of a schedule that is due and has it woken at its next time
// after now, both or neither, and once however many daemons try. A wake that was missed
// comes late and once. Where the run that it started last still waits for its turn, it
// starts no other, and that is counted. A schedule that is not due is left alone.
func (db *DB) Wake(ctx context.Context, id guild.ID, now time.Time) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		s, err := oneSchedule(ctx, tx, claimWake, pgx.NamedArgs{"id": id, "now": now})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		s.NextRunAt = s.Timing.Next(now)
		args := pgx.NamedArgs{"id": id, "next": s.NextRunAt, "now": now, "run": orNull(s.LastRun)}
		var waits bool
		if err := tx.QueryRow(ctx, runWaits, args).Scan(&waits); err != nil {
			return err
		}
		statement := setSkipped
		if !waits {
			statement = setWoken
			if args["run"], err = db.startRun(ctx, tx, wakeRun(s, "schedule "+string(s.ID))); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, statement, args); err != nil {
			return err
		}
		return db.queueWake(ctx, tx, s)
	})
	return explain(err, "schedule "+string(id), nil)
}

// wakeRun is the run that a wake starts.
func wakeRun(s schedule.Schedule, caller string) run.New {
	return run.New{AgentID: s.Agent.ID, Trigger: tool.Schedule, Origin: s.ID, Message: s.Message(), Caller: caller}
}

const selectOverdue = `select id from schedules where next_run_at <= @now order by next_run_at`

// WakeOverdue wakes the schedules that were due at a moment and whose job did not
// come, as after a time in which no daemon ran.
func (db *DB) WakeOverdue(ctx context.Context, now time.Time) error {
	rows, err := db.pool.Query(ctx, selectOverdue, pgx.NamedArgs{"now": now})
	if err != nil {
		return explain(err, "schedules", nil)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[guild.ID])
	if err != nil {
		return explain(err, "schedules", nil)
	}
	var failed []error
	for _, id := range due {
		failed = append(failed, db.Wake(ctx, id, now))
	}
	return errors.Join(failed...)
}

const setWokenNow = `update schedules set last_run_id = @run, last_run_at = @now, skipped = 0 where id = @id`

// WakeNow starts the run of a schedule of an agent at once, paused or not, and returns
// it. When it wakes next stays as it is.
func (db *DB) WakeNow(ctx context.Context, agent, id guild.ID, caller string, now time.Time) (started guild.ID, err error) {
	_, err = db.changeSchedule(ctx, agent, id, func(tx pgx.Tx, s *schedule.Schedule) error {
		if started, err = db.startRun(ctx, tx, wakeRun(*s, caller)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, setWokenNow, pgx.NamedArgs{"id": id, "run": started, "now": now})
		return err
	})
	return started, err
}
