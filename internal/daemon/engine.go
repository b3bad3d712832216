package daemon

import (
	"context"
	"log/slog"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/run"
)

// hearing is what the daemon does with what it hears of others. It hears before the
// engine is there.
func (d *daemon) hearing() postgres.Hearing {
	return postgres.Hearing{Run: d.hub.Heard, Cancel: func(id guild.ID) {
		if engine := d.engine.Load(); engine != nil {
			engine.Cancel(id)
		}
	}}
}

// newEngine puts together what runs the generations of agents.
func (d *daemon) newEngine(logins *connection.Logins, natives offer.Natives, owner string) *run.Engine {
	offers := &run.Offers{Natives: natives, Seeds: logins.Seeds, Log: d.log}
	offers.Remember(d.db.Generation)
	return &run.Engine{
		Store: d.db, Models: d.models, Logins: logins, Offers: offers, Hub: d.hub, Log: d.log,
		Secrets: d.redaction.Set, Cap: d.config.ResultMaxBytes, Owner: owner, Ended: d.work.ended,
	}
}

// leaseEvery is how often the daemon says that it still runs its generations, and
// looks whether they were cancelled.
const leaseEvery = 5 * time.Second

// startJobs begins to work on what waits in the database, with what this daemon had
// begun before it was killed.
func (d *daemon) startJobs(ctx context.Context) (stop func(context.Context) error, err error) {
	engine := d.engine.Load()
	// First: what it takes from here on is not of before.
	if _, err := d.db.RecoverGenerations(ctx, engine.Owner); err != nil {
		return nil, err
	}
	stopJobs, err := d.db.Do(ctx, postgres.Work{
		Generate: engine.Generate, Generations: d.config.Generations, Chores: d.sharedChores(), Log: atLeast(slog.LevelWarn, d.log),
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		engine.Stop()
		return stopJobs(ctx)
	}, nil
}
