package listing

import (
	"context"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/model"
)

// list is a provider's list as it was last had.
type list struct {
	mu      sync.Mutex
	models  []model.Info
	err     error         // of the last attempt
	until   time.Time     // no further attempt before
	loading chan struct{} // closed when the attempt on its way ends; nil where there is none
}

// get returns the list, had anew by fetch where it is too old. Who gives up waiting
// leaves the attempt to others, and gets the list of before.
func (l *list) get(ctx context.Context, now func() time.Time, fetch func(context.Context) ([]model.Info, error)) ([]model.Info, error) {
	l.mu.Lock()
	if now().Before(l.until) {
		defer l.mu.Unlock()
		return l.models, l.err
	}
	if l.loading == nil {
		l.loading = make(chan struct{})
		go l.load(context.WithoutCancel(ctx), now, fetch)
	}
	loading := l.loading
	l.mu.Unlock()
	var gone error
	select {
	case <-loading:
	case <-ctx.Done():
		gone = ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if gone != nil {
		return l.models, gone
	}
	return l.models, l.err
}

func (l *list) load(ctx context.Context, now func() time.Time, fetch func(context.Context) ([]model.Info, error)) {
	models, err := fetch(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err, l.until = err, now().Add(retryAfter)
	if err == nil {
		l.models, l.until = models, now().Add(fresh)
	}
	close(l.loading)
	l.loading = nil
}
