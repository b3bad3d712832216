package model

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Complete asks a model for one turn, and calls onDelta, which may be nil, with its
// pieces as they come, in order and from this goroutine.
//
// A request that fails before any of the answer was shown is sent again, within
// bounds, where that may help; an empty answer once. Where the provider refuses a
// tool's schema, the request is sent once more without that tool, and the answer
// says so. Errors are guild.Errors with the provider's own words; Retryable
// and ContextExceeded tell what can be done about one. Where ctx has ended the error
// is the context's.
func (p Provider) Complete(ctx context.Context, key string, r Request, onDelta func(Delta)) (Answer, error) {
	head, err := p.head(r)
	if err != nil {
		return Answer{}, err
	}
	t := turn{Provider: p, key: key, head: head, noCalls: r.NoCalls, onRetry: r.OnRetry, onDelta: onDelta}
	f := r.Tools.form(dialectOf(r.Model))
	answer, err := t.answer(ctx, f)
	blamed := failureOf(err).dropped
	if len(blamed) == 0 {
		answer.Dropped = slices.Clone(f.dropped)
		return answer, err
	}
	f = r.Tools.Without(namesOf(blamed)...).form(dialectOf(r.Model))
	dropped := slices.Concat(f.dropped, blamed)
	answer, err = t.answer(ctx, f)
	answer.Dropped = dropped
	if again := failureOf(err); len(again.dropped) > 0 {
		again.dropped = slices.Concat(dropped, again.dropped)
	}
	return answer, err
}

func namesOf(tools []DroppedTool) []string {
	names := make([]string, len(tools))
	for i, tool := range tools {
		names[i] = tool.Name
	}
	return names
}

// turn is one request on its way, in as many attempts as it takes.
type turn struct {
	Provider
	key     string
	head    []byte
	noCalls bool
	onRetry func(why string, after time.Duration)
	onDelta func(Delta)
}

// answer sends the request with the tools until it has an answer or may try no
// more.
func (t turn) answer(ctx context.Context, f *form) (Answer, error) {
	retried := retries{started: time.Now()}
	empty := false // an empty answer came before
	for {
		answer, err := t.attempt(ctx, join(t.head, f.array, t.noCalls))
		if ctx.Err() != nil && err != nil {
			return Answer{}, ctx.Err()
		}
		if err == nil && (empty || !answer.isEmpty()) {
			return answer, nil
		}
		if err == nil {
			empty = true
			err = t.nothing()
		}
		failed := failureOf(err)
		for _, name := range failed.blamed(f.sent) {
			failed.dropped = append(failed.dropped, DroppedTool{Name: name, Why: failed.words})
		}
		wait, ok := retried.next(failed)
		if !ok {
			return Answer{}, err
		}
		if t.onRetry != nil {
			t.onRetry(err.Error(), wait)
		}
		if err := t.pause(ctx, wait); err != nil {
			return Answer{}, err
		}
	}
}

// isEmpty reports whether a model said nothing, which happens while a provider
// warms it up. One that was cut off or stopped by a filter has not.
func (a Answer) isEmpty() bool {
	return a.Text == "" && len(a.Calls) == 0 && a.Finish != "length" && a.Finish != "content_filter"
}

var errEmpty = errors.New("an empty answer")
