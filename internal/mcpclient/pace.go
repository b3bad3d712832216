package mcpclient

import (
	"context"
	"time"
)

// pause reports whether the time passed before ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

const (
	paceMax    = 5 * time.Minute
	paceSteady = time.Minute // a stream that lasted this long was a good one
)

// pace spaces out the attempts to open a stream that the server keeps ending.
// It is used by one goroutine.
type pace struct {
	next time.Duration
	last time.Time
}

// wait returns at once the first time and after a good stream, and then after
// one second, two, four, and so on up to paceMax.
func (p *pace) wait(ctx context.Context) error {
	if time.Since(p.last) > p.next+paceSteady {
		p.next = 0
	}
	if p.next > 0 && !pause(ctx, p.next) {
		return ctx.Err()
	}
	p.next = min(max(2*p.next, time.Second), paceMax)
	p.last = time.Now()
	return nil
}
