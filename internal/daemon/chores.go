package daemon

import (
	"context"
	"sync"
	"time"
)

// keepCalls is how long records of tool calls are kept.
const keepCalls = 30 * 24 * time.Hour

// chores are what the daemon does by itself, each at its start and then at its
// interval. Each is safe to do on several daemons at once.
var chores = []struct {
	name  string
	every time.Duration
	do    func(context.Context, *daemon) error
}{
	{"keep the embedded database running", 5 * time.Second, func(ctx context.Context, d *daemon) error {
		if d.cluster == nil {
			return nil
		}
		return d.cluster.Keep(ctx)
	}},
	{"delete old records of tool calls", 24 * time.Hour, func(ctx context.Context, d *daemon) error {
		_, err := d.db.PruneCalls(ctx, keepCalls)
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

// doChores does each chore until ctx ends.
func (d *daemon) doChores(ctx context.Context) *sync.WaitGroup {
	var running sync.WaitGroup
	for _, chore := range chores {
		running.Go(func() {
			tick := time.NewTicker(chore.every)
			defer tick.Stop()
			for {
				if err := chore.do(ctx, d); err != nil && ctx.Err() == nil {
					d.log.Error("a chore failed", "chore", chore.name, "error", err)
				}
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
