package daemon

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/journal"
)

// journalLimit is how many bytes of records of calls wait for the database at most.
const journalLimit = 64 << 20

// openLedger opens the journal of calls, brings what a killed daemon left in it into
// the database, and goes on doing so until close, which leaves it empty where it can.
func (d *daemon) openLedger(ctx context.Context) (*connection.Ledger, error) {
	j, err := journal.Open(filepath.Join(d.config.StateDir, "calls"), journalLimit)
	if err != nil {
		return nil, err
	}
	ledger := connection.NewLedger(d.db, j.Append, d.log)
	failed := func(err error) {
		d.log.Error("records of calls wait for the database", "error", err)
	}
	if err := drainSoon(ctx, j, ledger); err != nil {
		failed(err) // it is tried again
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { j.Run(run, ledger.Take, failed) })
	d.onClose(func(ctx context.Context) error {
		stop()
		running.Wait()
		if err := drainSoon(ctx, j, ledger); err != nil {
			failed(err) // the next start brings them
		}
		return j.Close()
	})
	return ledger, nil
}

// drainLimit bounds how long a start or a stop waits for records to be brought into
// the database.
const drainLimit = 5 * time.Second

func drainSoon(ctx context.Context, j *journal.Journal, l *connection.Ledger) error {
	ctx, cancel := context.WithTimeout(ctx, drainLimit)
	defer cancel()
	return j.Drain(ctx, l.Take)
}
