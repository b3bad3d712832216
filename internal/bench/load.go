package main

import (
	"context"
	"sync"
	"time"
)

// callers is how many call at once where it is not one.
const callers = 32

// tally is what was measured of one peer with one size of message. The three
// slices by round have one value for each.
type tally struct {
	alone   []float64 // every call of a single caller, ms
	crowd   []float64 // every call of 32 callers, ms
	aloneBy []float64 // the round's median of a single caller, ms
	crowdBy []float64 // the same of 32
	rate    []float64 // calls a second of 32 callers, by round
	calls   int       // all of them, warming up included
}

// sequential makes calls one after the other: a round of a single caller.
func (t *tally) sequential(ctx context.Context, p peer, message string, calls int) error {
	took := make([]float64, calls)
	for i := range took {
		var err error
		if took[i], err = timed(func() error { return p.once(ctx, message) }); err != nil {
			return err
		}
	}
	t.alone = append(t.alone, took...)
	t.aloneBy = append(t.aloneBy, median(took))
	t.calls += calls
	return nil
}

// concurrent lets 32 callers call at once, for span and at most limit times in all:
// a round of many. The first call that fails ends it, since the rate of calls that
// fail is nobody's.
func (t *tally) concurrent(ctx context.Context, p peer, message string, span time.Duration, limit int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wait sync.WaitGroup
	took := make([][]float64, callers)
	start := time.Now()
	for i := range callers {
		wait.Go(func() {
			for time.Since(start) < span && len(took[i]) < limit/callers {
				one, err := timed(func() error { return p.once(ctx, message) })
				if err != nil {
					cancel(err) // the others need not go on
					return
				}
				took[i] = append(took[i], one)
			}
		})
	}
	wait.Wait()
	seconds := time.Since(start).Seconds()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var all []float64
	for _, mine := range took {
		all = append(all, mine...)
	}
	t.crowd = append(t.crowd, all...)
	t.crowdBy = append(t.crowdBy, median(all))
	t.rate = append(t.rate, float64(len(all))/seconds)
	t.calls += len(all)
	return nil
}

// warm makes calls that are not measured: sessions open, and code is paged in or,
// in Node, compiled.
func (t *tally) warm(ctx context.Context, p peer, message string, calls int) error {
	for range calls {
		if err := p.once(ctx, message); err != nil {
			return err
		}
	}
	t.calls += calls
	return nil
}

// each is a call's share of d, in milliseconds.
func (t *tally) each(d time.Duration) float64 { return milliseconds(d) / float64(t.calls) }
