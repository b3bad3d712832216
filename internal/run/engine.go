package run

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/redact"
)

// Models ask language models for an organisation.
type Models interface {
	// Complete asks a model, named as model.Split reads it, and streams its answer.
	Complete(ctx context.Context, organisation guild.ID, name string, r model.Request, onDelta func(model.Delta)) (model.Answer, error)
	// Window is the context length of a model in tokens; 0 where it is not known.
	Window(ctx context.Context, name string) int
}

// Logins call the tools of connectors.
type Logins interface {
	// Freshen lists again what no longer serves, and reports whether it tried any.
	Freshen(ctx context.Context, logins []connection.Connection) bool
	// Invoke makes a call. Its result is raw, and comes with what to redact in it.
	Invoke(ctx context.Context, c connection.Call) (connection.Invocation, error)
	// State is what logins put into the state of a run that starts, such as prices. It
	// fails in words.
	State(ctx context.Context, logins []guild.ID) string
}

// Engine runs the generations of agents.
type Engine struct {
	Store  Store
	Models Models
	Logins Logins
	Offers *Offers
	Hub    *Hub
	Log    *slog.Logger

	// Secrets returns what to redact in all that an agent gets to see.
	Secrets func(ctx context.Context, agent guild.Scope) (*redact.Set, error)

	// Ended is told of each generation that is over here; nil for nobody.
	Ended func(model string, e Ending)

	Cap   int    // bytes of a tool result; 0 for the platform's own
	Owner string // names this daemon among those on the database

	mu      sync.Mutex
	running map[Fence]*generation
	closing bool
}

// leaseFor is how long a generation is a daemon's without a sign of life. After it
// another daemon goes on with the generation.
const leaseFor = 20 * time.Second

// Generate runs the next generation of an agent, if one waits and none runs, and
// returns when it is over. Its own failures are on record with it; an error is a
// fault of the store.
func (e *Engine) Generate(ctx context.Context, agent guild.ID) error {
	claim, ok, err := e.Store.ClaimGeneration(ctx, agent, e.Owner, leaseFor)
	if err != nil || !ok {
		return err
	}
	g := e.hold(ctx, claim)
	if g == nil {
		return e.Store.ReleaseGeneration(ctx, claim.Fence)
	}
	defer e.letGo(g)
	defer e.Hub.Begin(claim.Run, claim.Seq)()
	return g.conclude(g.work())
}

// hold notes a generation as running here. It returns nil where the daemon is about
// to stop.
func (e *Engine) hold(ctx context.Context, claim Claim) *generation {
	g := &generation{Engine: e, Claim: claim}
	g.ctx, g.cancel = context.WithCancelCause(ctx)
	g.quit, g.stop = context.WithCancel(context.WithoutCancel(ctx))
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closing {
		return nil
	}
	if e.running == nil {
		e.running = map[Fence]*generation{}
	}
	e.running[claim.Fence] = g
	return g
}

func (e *Engine) letGo(g *generation) {
	g.cancel(nil)
	g.stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.running, g.Fence)
}

// Stop asks every generation to end before its next step, without the answer of the
// model that it waits for, and lets none begin any more. Those go on where they are
// claimed next.
func (e *Engine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closing = true
	for _, g := range e.running {
		g.stop()
	}
}

// Running returns how many generations run here.
func (e *Engine) Running() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.running)
}

// KeepLeases extends the leases of what runs here, and ends what was cancelled or
// lost. It is to be called every few seconds.
func (e *Engine) KeepLeases(ctx context.Context) error {
	before := e.held()
	if len(before) == 0 {
		return nil
	}
	fences := make([]Fence, len(before))
	for i, g := range before {
		fences[i] = g.Fence
	}
	held, err := e.Store.ExtendLeases(ctx, fences, leaseFor)
	if err != nil {
		return err
	}
	still := map[Fence]bool{}
	for _, h := range held {
		still[h.Fence] = true
		if h.Cancelling {
			e.Cancel(h.Generation)
		}
	}
	for _, g := range before {
		if !still[g.Fence] {
			g.cancel(ErrLost)
		}
	}
	return nil
}

func (e *Engine) held() []*generation {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := make([]*generation, 0, len(e.running))
	for _, g := range e.running {
		all = append(all, g)
	}
	return all
}

// Cancel ends a generation that runs here, with whatever tool it is calling.
func (e *Engine) Cancel(id guild.ID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, g := range e.running {
		if g.Generation == id {
			g.cancel(errCancelled)
		}
	}
}
