package record

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
	"github.com/guildsbox/guilds/internal/record"
)

// Remembered is a store that answers Reach, which every call asks first, from memory
// for as long as nothing has changed.
type Remembered struct {
	Store
	reach *memo.Memo[reachKey, []record.Reachable]
}

type reachKey struct {
	agent guild.ID
	name  string
}

// maxRemembered bounds how many answers are kept: a kilobyte or so each, most of it
// the columns of the collections.
const maxRemembered = 1024

// Remember puts a memory before a store, which counts its changes as memo.Generation
// says.
func Remember(store Store, generation memo.Generation) *Remembered {
	return &Remembered{Store: store, reach: memo.New[reachKey, []record.Reachable](generation, maxRemembered)}
}

// Reach is that of the store. Who gets collections shares them with others and must
// not change them. What is too long for a name is not kept.
func (r *Remembered) Reach(ctx context.Context, agent guild.Scope, name string) ([]record.Reachable, error) {
	if len(name) > record.MaxName {
		return r.Store.Reach(ctx, agent, name)
	}
	return r.reach.Get(reachKey{agent.ID, name}, func() ([]record.Reachable, error) { return r.Store.Reach(ctx, agent, name) })
}
