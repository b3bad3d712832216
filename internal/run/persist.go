package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

const (
	storeFor = 2 * time.Minute // how long the store is asked again while the database is away
	pauseMin = 50 * time.Millisecond
	pauseMax = 2 * time.Second
)

// store puts a message on record before anything else happens, and into the history.
// While the database is away it is tried again: the message has its id already, so it
// is stored once. Only the loop of the generation calls it.
func (g *generation) store(ctx context.Context, m Message) error {
	if m.Result != nil {
		key := callKey(m.Result.Tool, m.Result.Arguments)
		m.Meta[MetaRepeat] = g.made[key]
		g.made[key]++
		g.calls++
	}
	var err error
	m.At = time.Now().UTC()
	m.Seq, err = patiently(ctx, func(ctx context.Context) (int, error) { return g.Store.AppendMessage(ctx, g.Fence, m) })
	if err != nil {
		return err
	}
	g.history = append(g.history, m)
	g.Hub.Stored(g.Run, m.Seq)
	return nil
}

// errAway says that the database has been away for too long.
var errAway = errors.New("the database is away")

// patiently asks the store, again and again while the database is away.
func patiently[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, storeFor)
	defer cancel()
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		got, err := ask(ctx)
		if guild.CodeOf(err) != guild.CodeUnavailable {
			return got, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return got, fmt.Errorf("%w: %w", errAway, err)
		}
	}
}

// unchanged is what a provider wants to get back as it gave it. Where a secret stands
// in it, nothing is kept: changed, it would be refused.
func unchanged(set *redact.Set, raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 || set.Redact(string(raw)) != string(raw) {
		return nil
	}
	return raw
}
