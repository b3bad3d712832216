package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

// ErrLost says that a daemon no longer holds a generation.
var ErrLost = errors.New("another daemon has gone on with the generation")

// Why a generation ends before its answer.
var (
	errCancelled = errors.New("cancelled")
	errStopping  = errors.New("the daemon stops")
)

// generation is one that runs here.
type generation struct {
	*Engine
	Claim
	ctx    context.Context
	cancel context.CancelCauseFunc
	quit   context.Context // over when it should end before its next step
	stop   context.CancelFunc

	snapshot Snapshot
	tools    *Offering // what the snapshot offers and is still on
	natives  map[string]tool.Tool
	stored   *redact.Set // what was to be redacted when it was last looked
	secrets  *redact.Set // that, all that was before it, and what the model made up
	history  []Message
	made     map[string]int // how often each call was made in the run
	calls    int            // tool calls of this generation with a result
	cut      int            // up to which seq tool results are cut
	sent     int            // the estimated tokens of the last request's conversation
	room     int            // how many it may have at most, once the provider has refused it for its length; 0 for any
	usage    Usage
}

// work runs the generation to its end.
func (g *generation) work() error {
	if err := g.recall(); err != nil || g.answered() {
		return err
	}
	if g.Cancelling {
		return errCancelled
	}
	if err := g.prepare(); err != nil {
		return err
	}
	for {
		if err := g.interrupted(); err != nil {
			return err
		}
		answer, err := g.ask()
		if err != nil {
			return err
		}
		if len(answer.Calls) == 0 {
			return nil
		}
		if err := g.call(answer.Calls); err != nil {
			return err
		}
	}
}

// interrupted returns why the generation should end now.
func (g *generation) interrupted() error {
	select {
	case <-g.quit.Done():
		return errStopping
	case <-g.ctx.Done():
		return context.Cause(g.ctx)
	default:
		return nil
	}
}

// conclude puts on record how the work ended.
func (g *generation) conclude(err error) error {
	if cause := context.Cause(g.ctx); cause != nil && err != nil {
		err = cause // what failed, failed because of it
		if !errors.Is(cause, errCancelled) && !errors.Is(cause, ErrLost) {
			err = errStopping // who runs the jobs ends them, with a cause of its own
		}
	}
	// It is put on record even where that is what was cancelled.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(g.ctx), concludeFor)
	defer cancel()
	err = g.end(ctx, err)
	if errors.Is(err, ErrLost) {
		g.Log.Warn("a generation went on elsewhere", "run", g.Run, "generation", g.Generation)
		return nil
	}
	return err
}

func (g *generation) end(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return g.finish(ctx, Done, "")
	case errors.Is(err, errCancelled):
		return g.finish(ctx, Cancelled, "")
	case errors.Is(err, ErrLost):
		return err
	case errors.Is(err, errStopping), errors.Is(err, errAway), errors.Is(err, context.Canceled):
		return g.release(ctx)
	}
	return g.finish(ctx, Failed, g.shown(err))
}

func (g *generation) release(ctx context.Context) error {
	_, err := patiently(ctx, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, g.Store.ReleaseGeneration(ctx, g.Fence)
	})
	return err
}

// concludeFor is how long the last words of a generation may take.
const concludeFor = 10 * time.Second

// shown is why a generation failed, as the operator reads it. A fault of the box is
// logged, and shows as a reference to the log.
func (g *generation) shown(err error) string {
	var coded *guild.Error
	if !errors.As(err, &coded) {
		ref := tool.NewRef()
		g.Log.Error("generation failed", "run", g.Run, "generation", g.Generation, "ref", ref, "error", g.secrets.Error(err))
		return fmt.Sprintf("internal error (ref %s)", ref)
	}
	text := coded.Error()
	if coded.Hint != "" {
		text += "\n" + coded.Hint
	}
	return g.secrets.Redact(text)
}

// finish answers the calls that are still open, so that a later generation finds each
// with its result, and ends the generation.
func (g *generation) finish(ctx context.Context, status Status, why string) error {
	if err := g.settle(ctx, "ERROR: "+string(status)+" before this call had a result"); err != nil {
		return err
	}
	g.usage.ToolCalls = g.calls
	ending := Ending{Status: status, Error: why, Usage: g.usage}
	_, err := patiently(ctx, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, g.Store.FinishGeneration(ctx, g.Fence, ending)
	})
	if err == nil && g.Ended != nil {
		g.Ended(g.snapshot.Model, ending)
	}
	return err
}
