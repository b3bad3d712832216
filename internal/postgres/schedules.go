package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schedule"
)

const scheduleColumns = `
s.id, s.description, s.instruction, s.cron, s.timezone, s.window_start, s.window_end, s.max_wakes, s.seed,
s.next_run_at, s.created_by, s.created_at, coalesce(s.last_run_id::text, ''), s.last_run_at, s.skipped,
p.id, p.level, p.path, p.chain::text[]`

const fromSchedules = ` from schedules s join scope_paths p on p.id = s.agent_id`

// timingColumns are a schedule's timing as it is stored: a cron expression, or the
// rest.
type timingColumns struct {
	cron, timezone       *string
	start, end, maxWakes *int16
	seed                 *int64
}

func (c timingColumns) timing() (schedule.Timing, error) {
	if c.cron != nil {
		return schedule.ParseCron(*c.cron)
	}
	zone, err := time.LoadLocation(*c.timezone)
	return schedule.Window{
		Zone: zone, Start: schedule.Clock(*c.start), End: schedule.Clock(*c.end), MaxWakes: int(*c.maxWakes), Seed: uint64(*c.seed),
	}, err
}

func timingArgs(t schedule.Timing, args pgx.NamedArgs) {
	switch t := t.(type) {
	case schedule.Cron:
		args["cron"] = t.String()
	case schedule.Window:
		args["timezone"], args["start"], args["end"] = t.Zone.String(), int16(t.Start), int16(t.End)
		args["maxWakes"], args["seed"] = int16(t.MaxWakes), int64(t.Seed)
	}
}

func scanSchedule(row pgx.CollectableRow) (schedule.Schedule, error) {
	var s schedule.Schedule
	var c timingColumns
	var next, last *time.Time
	err := row.Scan(&s.ID, &s.Description, &s.Instruction, &c.cron, &c.timezone, &c.start, &c.end, &c.maxWakes, &c.seed,
		&next, &s.CreatedBy, &s.CreatedAt, &s.LastRun, &last, &s.Skipped,
		&s.Agent.ID, &s.Agent.Level, &s.Agent.Path, &s.Agent.Chain)
	if err != nil {
		return s, err
	}
	if next != nil {
		s.NextRunAt = *next
	}
	if last != nil {
		s.LastRunAt = *last
	}
	s.Timing, err = c.timing()
	return s, err
}

const (
	countSchedules = `select count(*) from schedules where agent_id = @agent`
	insertSchedule = `
insert into schedules (id, agent_id, description, instruction, cron, timezone, window_start, window_end, max_wakes, seed,
    next_run_at, created_by, created_at)
values (@id, @agent, @description, @instruction, @cron, @timezone, @start, @end, @maxWakes, @seed, @next, @by, @now)`
)

// CreateSchedule stores a new schedule. An agent that has schedule.MaxPerAgent already
// is a conflict.
func (db *DB) CreateSchedule(ctx context.Context, s schedule.Schedule) error {
	args := pgx.NamedArgs{
		"id": s.ID, "agent": s.Agent.ID, "description": s.Description, "instruction": s.Instruction,
		"next": s.NextRunAt, "by": s.CreatedBy, "now": s.CreatedAt,
	}
	timingArgs(s.Timing, args)
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, holdAgent, args); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, countSchedules, args).Scan(&n); err != nil {
			return err
		}
		if n >= schedule.MaxPerAgent {
			return guild.Errorf(guild.CodeConflict, "%s has %d schedules, paused ones included, and may have no more; delete one that is no longer needed", s.Agent.Path, n)
		}
		if _, err := tx.Exec(ctx, insertSchedule, args); err != nil {
			return err
		}
		return db.queueWake(ctx, tx, s)
	})
	return explain(err, "schedule "+string(s.ID), nil)
}

const selectSchedules = `select ` + scheduleColumns + fromSchedules + ` where @within = any (p.chain) order by p.path, s.created_at, s.id`

// Schedules returns the schedules of the agents at or below a scope, by agent and in
// the order in which they were made.
func (db *DB) Schedules(ctx context.Context, within guild.ID) ([]schedule.Schedule, error) {
	rows, err := db.pool.Query(ctx, selectSchedules, pgx.NamedArgs{"within": within})
	if err != nil {
		return nil, explain(err, "schedules", nil)
	}
	found, err := pgx.CollectRows(rows, scanSchedule)
	return found, explain(err, "schedules", nil)
}

const selectSchedule = `select ` + scheduleColumns + fromSchedules + ` where s.id = @id`

// Schedule returns one schedule. An unknown one has the code not_found.
func (db *DB) Schedule(ctx context.Context, id guild.ID) (schedule.Schedule, error) {
	s, err := oneSchedule(ctx, db.pool, selectSchedule, pgx.NamedArgs{"id": id})
	return s, explain(err, "schedule "+string(id), nil)
}

func oneSchedule(ctx context.Context, from querier, statement string, args pgx.NamedArgs) (schedule.Schedule, error) {
	rows, err := from.Query(ctx, statement, args)
	if err != nil {
		return schedule.Schedule{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scanSchedule)
}

const (
	selectOwnSchedule = `select ` + scheduleColumns + fromSchedules + ` where s.id = @id and s.agent_id = @agent for no key update of s`
	setNextRun        = `update schedules set next_run_at = @next where id = @id`
	deleteSchedule    = `delete from schedules where id = @id`
)

// PauseSchedule stops a schedule of an agent until it is resumed, and returns it. One
// that is not this agent's is not found.
func (db *DB) PauseSchedule(ctx context.Context, agent, id guild.ID) (schedule.Schedule, error) {
	return db.changeSchedule(ctx, agent, id, func(tx pgx.Tx, s *schedule.Schedule) error {
		s.NextRunAt = time.Time{}
		_, err := tx.Exec(ctx, setNextRun, pgx.NamedArgs{"id": id})
		return err
	})
}

// ResumeSchedule lets a paused schedule of an agent fire again, from now on, and
// returns it. One that is not paused stays as it is.
func (db *DB) ResumeSchedule(ctx context.Context, agent, id guild.ID, now time.Time) (schedule.Schedule, error) {
	return db.changeSchedule(ctx, agent, id, func(tx pgx.Tx, s *schedule.Schedule) error {
		if !s.Paused() {
			return nil
		}
		s.NextRunAt = s.Timing.Next(now)
		if _, err := tx.Exec(ctx, setNextRun, pgx.NamedArgs{"id": id, "next": s.NextRunAt}); err != nil {
			return err
		}
		return db.queueWake(ctx, tx, *s)
	})
}

// DeleteSchedule deletes a schedule of an agent, and returns what it was. Runs that it
// started stay.
func (db *DB) DeleteSchedule(ctx context.Context, agent, id guild.ID) (schedule.Schedule, error) {
	return db.changeSchedule(ctx, agent, id, func(tx pgx.Tx, _ *schedule.Schedule) error {
		_, err := tx.Exec(ctx, deleteSchedule, pgx.NamedArgs{"id": id})
		return err
	})
}

// changeSchedule changes a schedule of an agent while no wake can.
func (db *DB) changeSchedule(ctx context.Context, agent, id guild.ID, change func(pgx.Tx, *schedule.Schedule) error) (s schedule.Schedule, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if s, err = oneSchedule(ctx, tx, selectOwnSchedule, pgx.NamedArgs{"id": id, "agent": agent}); err != nil {
			return err
		}
		return change(tx, &s)
	})
	return s, explain(err, "schedule "+string(id), nil)
}
