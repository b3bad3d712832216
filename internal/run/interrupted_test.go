package run_test

import (
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/run"
)

// A daemon that did not hear what came of its claim does not hold the agent for ever,
// however busy it is with others.
func TestALeaseIsExtendedForWhatRuns(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Text: "Done.", Hold: "gate"})
	lost := b.queueFor(t, b.other, "Lost.")
	if _, ok, err := b.db.ClaimGeneration(t.Context(), b.other, "one", time.Nanosecond); err != nil || !ok {
		t.Fatal(ok, err)
	}
	b.queue(t, "Go.")
	over := b.beside(t, b.agent)
	await(t, "the request", b.model.Held("gate"))
	if err := b.engine.KeepLeases(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := b.db.RecoverGenerations(t.Context(), ""); n != 1 || err != nil {
		t.Errorf("%d agents wait (%v); want the one whose claim was lost", n, err)
	}
	b.model.Release("gate")
	await(t, "the end", over)
	if err := b.engine.Generate(t.Context(), b.other); err != nil {
		t.Fatal(err)
	}
	if r := b.status(t, lost); r.Status != run.Done {
		t.Errorf("the run whose claim was lost is %s: %s", r.Status, r.Error)
	}
}
