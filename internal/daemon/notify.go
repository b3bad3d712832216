package daemon

import (
	"context"
	"log/slog"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"github.com/guildsbox/guilds/pkg/client"
)

// notify tells the service manager where the daemon is in its life; where there
// is none, nothing is told.
func notify(log *slog.Logger, state string) {
	if _, err := sd.SdNotify(false, state); err != nil {
		log.Warn("the service manager cannot be told", "state", state, "error", err)
	}
}

// feedWatchdog tells the service manager that the daemon is alive for as long as
// alive says so, twice in each of its intervals. It returns when ctx ends, or at
// once where no watchdog waits.
func feedWatchdog(ctx context.Context, log *slog.Logger, alive func(context.Context) error) {
	interval, err := sd.SdWatchdogEnabled(false)
	if err != nil || interval == 0 {
		return
	}
	tick := time.NewTicker(interval / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := alive(ctx); err != nil {
			log.Warn("the watchdog is not fed", "error", err)
			continue
		}
		notify(log, sd.SdNotifyWatchdog)
	}
}

// selfCheck returns a check that asks the daemon itself, over its own socket. The
// database is left out of it: a restart would not bring that back, and would end
// the calls in flight.
func selfCheck(socket string) func(context.Context) error {
	self := client.Unix(socket)
	return func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		_, err := self.GetHealth(ctx)
		return err
	}
}
