package daemon

import (
	"context"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/postgres"
)

// How long things are kept that nobody reads.
const (
	keepCalls   = 30 * 24 * time.Hour // records of tool calls
	keepRemoved = 30 * 24 * time.Hour // records that were removed from their collections, for an operator's SQL to bring back
)

// chore is what a daemon does by itself, at its start and then at its interval.
type chore struct {
	name  string
	every time.Duration
	do    func(context.Context, *daemon) error
}

// ownChores are those that every daemon does for itself.
var ownChores = []chore{
	{"keep the embedded database running", 5 * time.Second, func(ctx context.Context, d *daemon) error {
		if d.cluster == nil {
			return nil
		}
		return d.cluster.Keep(ctx)
	}},
	{"keep the leases of generations", leaseEvery, func(ctx context.Context, d *daemon) error {
		return d.engine.Load().KeepLeases(ctx)
	}},
	// No job: that of a daemon which is killed in the middle of it counts as running for
	// long, and holds up the next one.
	{"go on with generations whose daemon is gone", 10 * time.Second, func(ctx context.Context, d *daemon) error {
		_, err := d.db.RecoverGenerations(ctx, "")
		return err
	}},
}

// sharedChores are jobs: one of the daemons on the database does each.
var sharedChores = []chore{
	{"delete old records of tool calls", 24 * time.Hour, func(ctx context.Context, d *daemon) error {
		_, err := d.db.PruneCalls(ctx, keepCalls)
		return err
	}},
	{"delete offered tools of runs that are gone", 24 * time.Hour, func(ctx context.Context, d *daemon) error {
		return d.db.PruneToolsets(ctx)
	}},
	{"delete records that were removed from their collections long ago", 24 * time.Hour, func(ctx context.Context, d *daemon) error {
		_, err := d.db.PurgeRecords(ctx, keepRemoved)
		return err
	}},
	{"delete browser logins that nobody completed", time.Minute, func(ctx context.Context, d *daemon) error {
		_, err := d.db.SweepFlows(ctx)
		return err
	}},
	{"refresh logins that nobody used for a day", time.Hour, func(ctx context.Context, d *daemon) error {
		return d.api.Logins.RefreshIdle(ctx)
	}},
	{"wake agents whose schedules are overdue", 20 * time.Second, func(ctx context.Context, d *daemon) error {
		return d.db.WakeOverdue(ctx, time.Now())
	}},
}

// sharedChores returns the shared chores as jobs do them.
func (d *daemon) sharedChores() []postgres.Chore {
	out := make([]postgres.Chore, len(sharedChores))
	for i, c := range sharedChores {
		out[i] = postgres.Chore{Name: c.name, Every: c.every, Do: func(ctx context.Context) error {
			err := c.do(ctx, d)
			d.choreFailed(ctx, c, err)
			return err
		}}
	}
	return out
}

func (d *daemon) choreFailed(ctx context.Context, c chore, err error) {
	if err != nil && ctx.Err() == nil {
		d.log.Error("a chore failed", "chore", c.name, "error", err)
	}
}

// doChores does each of the daemon's own chores until ctx ends.
func (d *daemon) doChores(ctx context.Context) *sync.WaitGroup {
	var running sync.WaitGroup
	for _, c := range ownChores {
		running.Go(func() {
			tick := time.NewTicker(c.every)
			defer tick.Stop()
			for {
				d.choreFailed(ctx, c, c.do(ctx, d))
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			}
		})
	}
	return &running
}
