package postgres

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/guildsbox/guilds/internal/guild"
)

// The channels on which daemons tell each other.
const (
	changesChannel = "guilds_changes" // what reads may be kept of has changed; migration 0008 says who notifies
	runsChannel    = "guilds_runs"    // a run, by its id, has a new message
	cancelsChannel = "guilds_cancels" // a generation, by its id, is to end
)

const (
	listenAll  = `listen guilds_changes; listen guilds_runs; listen guilds_cancels`
	notifySelf = `select pg_notify('guilds_changes', @beat)`

	beatEvery = 5 * time.Second // how often a follower makes sure that it hears
	beatLimit = 2 * time.Second // how long it may take to hear itself
	pauseMin  = 50 * time.Millisecond
	pauseMax  = 2 * time.Second // between two attempts to connect
)

// Hearing is what a daemon does with what it hears. Both are called on the goroutine
// that hears, and must not wait.
type Hearing struct {
	Run    func(id guild.ID) // a run has a new message
	Cancel func(id guild.ID) // a generation is to end
}

// Follow hears of what other daemons change in the database, on a connection of its
// own, until ctx ends or stop is called, which waits for it. It returns after its
// first attempt. Where it does not hear, it tries again, and Generation says so.
//
// A connection that is there and silent is not believed: every few seconds the
// follower notifies itself, so that a peer that has gone, or a proxy that drops
// notifications, is noticed.
func (db *DB) Follow(ctx context.Context, log *slog.Logger, heard Hearing) (stop func()) {
	config := db.pool.Config().ConnConfig
	config.Tracer = nil // what it sends is no change
	f := &follower{config: config, changes: db.changes, heard: heard, log: log, beat: string(guild.NewID()), tried: make(chan struct{})}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { f.run(ctx) })
	<-f.tried
	return func() { cancel(); running.Wait() }
}

type follower struct {
	config  *pgx.ConnConfig
	changes *changes
	heard   Hearing
	log     *slog.Logger
	beat    string        // what it sends itself
	tried   chan struct{} // closed after the first attempt
	once    sync.Once
}

func (f *follower) run(ctx context.Context) {
	pause := pauseMin
	for ctx.Err() == nil {
		err := f.follow(ctx)
		if f.changes.heard.Swap(false) {
			pause = pauseMin
		}
		if ctx.Err() == nil && pause == pauseMin { // once an outage
			f.log.Warn("other daemons' changes are not heard of; until they are, every call asks the database", "error", err)
		}
		f.once.Do(func() { close(f.tried) })
		select {
		case <-ctx.Done():
		case <-time.After(pause):
			pause = min(2*pause, pauseMax)
		}
	}
}

// follow connects, and counts what it hears until it hears no more.
func (f *follower) follow(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, f.config)
	if err != nil {
		return err
	}
	defer func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), beatLimit)
		defer cancel()
		_ = conn.Close(last) // it is given up either way
	}()
	if _, err := conn.Exec(ctx, listenAll); err != nil {
		return err
	}
	for {
		if err := f.hearSelf(ctx, conn); err != nil {
			return err
		}
		f.changes.hear()
		f.once.Do(func() { close(f.tried) })
		if err := f.hearOthers(ctx, conn); err != nil {
			return err
		}
	}
}

// hearSelf notifies itself and waits for that. What comes before it counts.
func (f *follower) hearSelf(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, beatLimit)
	defer cancel()
	if _, err := conn.Exec(ctx, notifySelf, pgx.NamedArgs{"beat": f.beat}); err != nil {
		return err
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if n.Payload == f.beat {
			return nil
		}
		f.take(n)
	}
}

// hearOthers counts what is heard until it is time for the next beat.
func (f *follower) hearOthers(ctx context.Context, conn *pgx.Conn) error {
	wait, cancel := context.WithTimeout(ctx, beatEvery)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(wait)
		switch {
		case err == nil:
			f.take(n)
		case errors.Is(wait.Err(), context.DeadlineExceeded) && !conn.IsClosed():
			return nil
		default:
			return err
		}
	}
}

// take acts on what was heard. Other payloads on the channel of changes are beats of
// other daemons.
func (f *follower) take(n *pgconn.Notification) {
	switch {
	case n.Channel == changesChannel && n.Payload == "":
		f.changes.count.Add(1)
	case n.Channel == runsChannel && f.heard.Run != nil:
		f.heard.Run(guild.ID(n.Payload))
	case n.Channel == cancelsChannel && f.heard.Cancel != nil:
		f.heard.Cancel(guild.ID(n.Payload))
	}
}
