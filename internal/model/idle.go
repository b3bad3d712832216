package model

import (
	"context"
	"errors"
	"io"
	"time"
)

// defaultIdle is longer than the longest silence of a model that reasons and shows
// nothing of it.
const defaultIdle = 2 * time.Minute

var errIdle = errors.New("nothing came for too long")

// idleTimer cancels a context once nothing was read for a time: a connection that
// died without a word would otherwise hold a run for hours.
type idleTimer struct {
	limit  time.Duration
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

func watchIdle(ctx context.Context, limit time.Duration) (context.Context, *idleTimer) {
	if limit == 0 {
		limit = defaultIdle
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w := &idleTimer{limit: limit, cancel: cancel}
	w.timer = time.AfterFunc(limit, func() { cancel(errIdle) })
	return ctx, w
}

func (w *idleTimer) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// reader returns r, each read of which starts the time anew.
func (w *idleTimer) reader(r io.Reader) io.Reader { return &watched{r, w} }

type watched struct {
	io.Reader
	w *idleTimer
}

func (r *watched) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.w.timer.Reset(r.w.limit)
	}
	return n, err
}
