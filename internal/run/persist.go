package run

import (
	"context"
	"encoding/json"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

const (
	storeFor = 2 * time.Minute // how long a write is tried again while the database is away
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
	if m.Seq, err = g.persist(ctx, m); err != nil {
		return err
	}
	g.history = append(g.history, m)
	g.Hub.Stored(g.Run, m.Seq)
	return nil
}

func (g *generation) persist(ctx context.Context, m Message) (seq int, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeFor)
	defer cancel()
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		seq, err = g.Store.AppendMessage(ctx, g.Fence, m)
		if guild.CodeOf(err) != guild.CodeUnavailable {
			return seq, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return 0, err
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
