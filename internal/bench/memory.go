package main

import (
	"context"
	"errors"
	"time"
)

// measureIdleMemory tells what guildsd holds when it is ready, and after a few
// calls and a time in which nobody asks anything of it. Its database's memory is
// not in it.
func measureIdleMemory(ctx context.Context, b *bench) (err error) {
	x, err := b.box(ctx)
	if err != nil {
		return err
	}
	upstream, err := b.launchChild("upstream")
	if err != nil {
		return err
	}
	defer upstream.stop()
	p, err := openBox(ctx, b, upstream.url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.logout(context.WithoutCancel(ctx), upstream.url)) }()
	if err := new(tally).warm(ctx, p, messageOf(20), 5); err != nil {
		return err
	}
	pause := 30 * time.Second
	if b.short {
		pause = 3 * time.Second
	}
	select {
	case <-time.After(pause):
	case <-ctx.Done():
		return ctx.Err()
	}
	idle, err := residentMB(x.pid())
	if err != nil {
		return err
	}
	b.add(told("memory/ready", x.readyMB, "MB"), aimed("memory/idle", idle, "MB", "<", 40))
	return nil
}
