package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/guildsbox/guilds/internal/guild"
)

// The queues. Generations have one of their own: however many of them wait for a
// model, a wake or a chore is not behind them.
const (
	generationQueue = "generations"
	choreQueue      = river.QueueDefault
)

// Work is what jobs do on this daemon. Several daemons on one database share the
// jobs.
type Work struct {
	// Generate runs the next generation of an agent, if one waits and none runs.
	Generate func(ctx context.Context, agent guild.ID) error
	// Generations is how many run here at once, at most.
	Generations int
	// Chores are done by one of the daemons, each at its start and then at its interval.
	Chores []Chore
	Log    *slog.Logger
}

// Chore is what a box does by itself.
type Chore struct {
	Name  string
	Every time.Duration
	Do    func(context.Context) error
}

// generationJob says that an agent may have a generation to run. It holds no state:
// the generations themselves say what is to do, and a job more or less does no harm.
type generationJob struct {
	AgentID guild.ID `json:"agent_id"`
}

// Kind is part of river.JobArgs.
func (generationJob) Kind() string { return "generation" }

// InsertOpts is part of river.JobArgsWithInsertOpts.
func (generationJob) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: generationQueue, MaxAttempts: 1}
}

// choreJob is one turn of a chore.
type choreJob struct {
	Name string `json:"name"`
}

// Kind is part of river.JobArgs.
func (choreJob) Kind() string { return "chore" }

// InsertOpts is part of river.JobArgsWithInsertOpts. A turn that waits is not queued
// again.
func (choreJob) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: choreQueue, MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateScheduled, rivertype.JobStateRetryable,
	}}}
}

const (
	choreWorkers = 4
	choreTimeout = 10 * time.Minute
	keepJobs     = time.Hour // how long a job that is over is kept

	// The turn of a chore whose daemon was killed in the middle of it counts as running,
	// and keeps the next from being queued, for as long.
	rescueChores = choreTimeout + time.Minute
)

// newJobs returns a client that only inserts. Each of its jobs is announced at once.
func newJobs(db *DB) (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(db.pool), &river.Config{FetchCooldown: river.FetchCooldownMin, Logger: slog.New(slog.DiscardHandler)})
}

// Do begins to do jobs. stop lets those at work end, until its context does.
func (db *DB) Do(ctx context.Context, w Work) (stop func(context.Context) error, err error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &generationWorker{do: w.Generate})
	chores := &choreWorker{do: map[string]func(context.Context) error{}}
	config := &river.Config{
		Workers: workers, Logger: w.Log, FetchCooldown: 5 * time.Millisecond, RescueStuckJobsAfter: rescueChores,
		Queues:                      map[string]river.QueueConfig{generationQueue: {MaxWorkers: w.Generations}, choreQueue: {MaxWorkers: choreWorkers}},
		CompletedJobRetentionPeriod: keepJobs, CancelledJobRetentionPeriod: keepJobs, DiscardedJobRetentionPeriod: 24 * keepJobs,
	}
	for _, c := range w.Chores {
		chores.do[c.Name] = c.Do
		config.PeriodicJobs = append(config.PeriodicJobs, river.NewPeriodicJob(river.PeriodicInterval(c.Every),
			func() (river.JobArgs, *river.InsertOpts) { return choreJob{Name: c.Name}, nil },
			&river.PeriodicJobOpts{RunOnStart: true}))
	}
	river.AddWorker(workers, chores)
	river.AddWorker(workers, &wakeWorker{db: db})
	client, err := river.NewClient(riverpgxv5.New(db.pool), config)
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, explain(err, "jobs", nil)
	}
	return func(ctx context.Context) error {
		if err := client.Stop(ctx); err != nil {
			return client.StopAndCancel(context.WithoutCancel(ctx))
		}
		return nil
	}, nil
}

type generationWorker struct {
	river.WorkerDefaults[generationJob]
	do func(context.Context, guild.ID) error
}

// Work is part of river.Worker.
func (w *generationWorker) Work(ctx context.Context, job *river.Job[generationJob]) error {
	return w.do(ctx, job.Args.AgentID)
}

// Timeout is part of river.Worker: a generation takes as long as it takes.
func (w *generationWorker) Timeout(*river.Job[generationJob]) time.Duration { return -1 }

type choreWorker struct {
	river.WorkerDefaults[choreJob]
	do map[string]func(context.Context) error
}

// Work is part of river.Worker. A chore that this version does not know is one of a
// newer daemon's.
func (w *choreWorker) Work(ctx context.Context, job *river.Job[choreJob]) error {
	do, ok := w.do[job.Args.Name]
	if !ok {
		return river.JobCancel(fmt.Errorf("this version has no chore %q", job.Args.Name))
	}
	return do(ctx)
}

// Timeout is part of river.Worker.
func (w *choreWorker) Timeout(*river.Job[choreJob]) time.Duration { return choreTimeout }

// migrateJobs brings the tables of River up to what its library knows.
func (db *DB) migrateJobs(ctx context.Context) error {
	m, err := rivermigrate.New(riverpgxv5.New(db.pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err == nil {
		_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		return fmt.Errorf("bring the tables of jobs up to date: %w", err)
	}
	return nil
}

// queueGeneration has an agent's waiting generations looked at, once the transaction
// is committed.
func (db *DB) queueGeneration(ctx context.Context, tx pgx.Tx, agent guild.ID) error {
	_, err := db.jobs.InsertTx(ctx, tx, generationJob{AgentID: agent}, nil)
	return err
}
