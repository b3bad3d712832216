package model

import (
	"context"
	"math/rand/v2"
	"time"
)

// The bounds within which a request is sent again before anybody hears of a
// failure. What lasts longer is the run's affair.
const (
	maxAttempts   = 5
	firstPause    = time.Second
	maxRetryAfter = time.Minute
	maxPaused     = 2 * time.Minute // in all
	maxElapsed    = 5 * time.Minute // from the first attempt to the start of the last
)

// retries counts the attempts of one request.
type retries struct {
	started  time.Time
	attempts int
	paused   time.Duration
}

// next returns the pause before the next attempt after f, or false where there is
// none to be.
func (r *retries) next(f *failure) (time.Duration, bool) {
	r.attempts++
	if !f.again || f.began || f.after > maxRetryAfter || r.attempts >= maxAttempts || time.Since(r.started) > maxElapsed {
		return 0, false
	}
	pause := f.after
	if pause == 0 {
		// Half to one and a half of 1, 2, 4 and 8 seconds: many runs that fail
		// together must not come back together.
		pause = time.Duration((0.5 + rand.Float64()) * float64(firstPause<<(r.attempts-1)))
	}
	r.paused += pause
	return pause, r.paused <= maxPaused
}

func (p Provider) pause(ctx context.Context, wait time.Duration) error {
	if p.Pause != nil {
		return p.Pause(ctx, wait)
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
