package run_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
)

// A later generation drops what is off now, and gets nothing that came later.
func TestALaterGenerationDropsWhatIsOff(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Text: "One."},
		modeltest.Turn{Calls: []modeltest.Call{call("shell", "x"), call("late", "x"), call("echo", "x")}}, modeltest.Turn{Text: "Two."})
	on, off := true, false
	if _, err := b.db.EditAgent(t.Context(), b.agent, agent.Patch{Coding: &on}); err != nil {
		t.Fatal(err)
	}
	id := b.start(t, "Go.")
	if _, err := b.db.EditAgent(t.Context(), b.agent, agent.Patch{Coding: &off}); err != nil {
		t.Fatal(err)
	}
	b.engine = b.newEngine("two")
	late := tool.New(tool.Spec{Name: "late", Doc: "late", Schema: echoSchema, Gate: tool.Always},
		func(context.Context, *tool.Call, echoArgs) (string, error) {
			t.Error("late was called")
			return "", nil
		})
	b.engine.Offers.Natives.Tools = append(b.engine.Offers.Natives.Tools, late)
	if _, err := b.db.ContinueRun(t.Context(), id, "Again.", "test"); err != nil {
		t.Fatal(err)
	}
	b.work(t)
	asked := b.model.Requests()
	if !asked[0].Offers("shell") || asked[1].Offers("shell") || asked[1].Offers("late") || !asked[1].Offers("echo") {
		t.Error("the second generation does not offer what the first did and is still on")
	}
	record := b.record(t, id)
	for _, part := range []string{"ERROR: this run does not offer a tool shell", "ERROR: this run does not offer a tool late", "tool: said x"} {
		if !hasLine(record, part) {
			t.Errorf("the record lacks %q: %q", part, record)
		}
	}
}

// sneaking switches a tool off after a snapshot's moment and before it is composed.
type sneaking struct {
	run.Store
	switchOff func()
	once      sync.Once
}

func (s *sneaking) TakeSnapshot(ctx context.Context, c run.Claim, compose func(run.Sight) (run.Snapshot, error)) (run.Snapshot, error) {
	return s.Store.TakeSnapshot(ctx, c, func(sight run.Sight) (run.Snapshot, error) {
		s.once.Do(s.switchOff)
		return compose(sight)
	})
}

// What was switched off while a snapshot was taken is off from then on: what the
// snapshot read is of before, and is not remembered.
func TestWhatASnapshotReadIsNotRemembered(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Text: "Done."})
	put := func(enabled bool) {
		if err := b.db.PutBinding(t.Context(), b.agent, binding.Row{Kind: binding.NativeTool, CatalogID: "bound", Enabled: enabled}); err != nil {
			t.Fatal(err)
		}
	}
	b.engine.Offers.Natives.Tools = append(b.engine.Offers.Natives.Tools, tool.New(
		tool.Spec{Name: "bound", Doc: "bound", Schema: echoSchema, Gate: tool.Binding},
		func(context.Context, *tool.Call, echoArgs) (string, error) { return "", nil }))
	put(true)
	t.Cleanup(b.db.Follow(t.Context(), b.engine.Log, b.hearing()))
	b.engine.Store = &sneaking{Store: b.db, switchOff: func() {
		before, _ := b.db.Generation()
		put(false)
		for n := before; n < before+2; n, _ = b.db.Generation() { // counted here, and once more when it is heard of
			runtime.Gosched()
		}
	}}
	b.start(t, "Go.")
	b.start(t, "And now?")
	if asked := b.model.Requests(); asked[len(asked)-1].Offers("bound") {
		t.Error("a tool that was switched off is offered to the next run")
	}
}
