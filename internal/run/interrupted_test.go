package run_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/postgres"
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

// A daemon that is killed between the model's last words and the end of the generation
// leaves it to be ended, and not to be answered again.
func TestAnAnswerIsNotAskedForTwice(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id, claim := b.begun(t, "Go.")
	if _, err := b.db.AppendMessage(t.Context(), claim.Fence, run.Message{ID: guild.NewID(), Kind: run.Assistant, Text: "Gone."}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.RecoverGenerations(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	b.work(t)
	if diff := cmp.Diff([]string{"user: Go.", "assistant: Gone.", "end: done"}, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
	if n := len(b.model.Requests()); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

// away is a store whose database is away the first time that each method is called.
type away struct {
	run.Store
	look, snapshot, messages, finish atomic.Int32
}

func gone(calls *atomic.Int32) error {
	if calls.Add(1) == 1 {
		return guild.Errorf(guild.CodeUnavailable, "the database cannot be reached; try again")
	}
	return nil
}

func (s *away) Look(ctx context.Context, agent guild.ID) (run.Sight, error) {
	if err := gone(&s.look); err != nil {
		return run.Sight{}, err
	}
	return s.Store.Look(ctx, agent)
}

func (s *away) TakeSnapshot(ctx context.Context, c run.Claim, compose func(run.Sight) (run.Snapshot, error)) (run.Snapshot, error) {
	if err := gone(&s.snapshot); err != nil {
		return run.Snapshot{}, err
	}
	return s.Store.TakeSnapshot(ctx, c, compose)
}

func (s *away) Messages(ctx context.Context, id guild.ID, after int) ([]run.Message, error) {
	if err := gone(&s.messages); err != nil {
		return nil, err
	}
	return s.Store.Messages(ctx, id, after)
}

// FinishGeneration ends it, and the connection is lost before that is known.
func (s *away) FinishGeneration(ctx context.Context, f run.Fence, e run.Ending) error {
	return errors.Join(s.Store.FinishGeneration(ctx, f, e), gone(&s.finish))
}

// A database that restarts fails no run.
func TestTheDatabaseIsAwayForAMoment(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Calls: []modeltest.Call{call("write", "a")}}, modeltest.Turn{Text: "Done."})
	store := &away{Store: b.db}
	b.engine.Store = store
	id := b.start(t, "Go.")
	want := []string{"user: Go.", `assistant:  write{"text":"a"}`, "tool: said a\nremaining_tool_calls: 99", "assistant: Done.", "end: done"}
	if diff := cmp.Diff(want, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
	for name, calls := range map[string]*atomic.Int32{"Look": &store.look, "TakeSnapshot": &store.snapshot, "Messages": &store.messages, "FinishGeneration": &store.finish} {
		if calls.Load() < 2 {
			t.Errorf("%s was called %d times; it was to be tried again", name, calls.Load())
		}
	}
}

// A daemon that stops does not wait for a model: the answer is asked for again.
func TestStoppingDoesNotWaitForAModel(t *testing.T) {
	t.Parallel()
	for name, turn := range map[string]modeltest.Turn{
		"no answer yet":     {Text: "Done.", Hold: "gate"},
		"half of an answer": {Text: strings.Repeat("Done. ", 40), HoldMidway: "gate"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, turn)
			id := b.queue(t, "Go.")
			over := b.beside(t, b.agent)
			await(t, "the request", b.model.Held("gate"))
			b.engine.Stop()
			await(t, "the end", over)
			if r := b.status(t, id); r.Status != run.Queued {
				t.Errorf("the run is %s: %s", r.Status, r.Error)
			}
			b.model.Release("gate")
			b.engine = b.newEngine("two")
			b.work(t)
			if diff := cmp.Diff([]string{"user: Go.", "assistant: " + turn.Text, "end: done"}, b.record(t, id)); diff != "" {
				t.Errorf("the record (-want +got):\n%s", diff)
			}
		})
	}
}

// What was cancelled while no daemon had it is cancelled once one has.
func TestACancellationOutlivesItsDaemon(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id, claim := b.begun(t, "Write.")
	answer := run.Message{ID: guild.NewID(), Kind: run.Assistant}
	answer.Calls = append(answer.Calls, callOf("c1", "write", `{"text":"once"}`))
	if _, err := b.db.AppendMessage(t.Context(), claim.Fence, answer); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.RecoverGenerations(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if n, err := b.db.CancelRun(t.Context(), id); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	b.work(t)
	want := []string{"user: Write.", `assistant:  write{"text":"once"}`, "tool: ERROR: interrupted\nremaining_tool_calls: 99", "end: cancelled"}
	if diff := cmp.Diff(want, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
}

// What is cancelled before it begins is over at once, and on record as that; what runs
// meanwhile is still what the run is doing.
func TestCancellingWhatWaits(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Text: "Done.", Hold: "gate"})
	id := b.queue(t, "Go.")
	over := b.beside(t, b.agent)
	await(t, "the request", b.model.Held("gate"))
	for _, message := range []string{"And then?", "And now?"} {
		if _, err := b.db.ContinueRun(t.Context(), id, message, "test"); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := b.db.CancelRun(t.Context(), id); n != 3 || err != nil {
		t.Fatalf("%d generations were cancelled (%v); want 3", n, err)
	}
	if r := b.status(t, id); r.Status != run.Running {
		t.Errorf("before its daemon hears of it the run is %s", r.Status)
	}
	if err := b.engine.KeepLeases(t.Context()); err != nil { // it hears of it now
		t.Fatal(err)
	}
	await(t, "the end", over)
	if diff := cmp.Diff([]string{"user: Go.", "end: cancelled", "end: cancelled", "end: cancelled"}, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
	if r := b.status(t, id); r.Status != run.Cancelled {
		t.Errorf("the run is %s", r.Status)
	}
}

// A daemon that stops during a tool call, and waits no longer for it, leaves the run to
// be gone on with. What became of the call is not known.
func TestStoppingInAToolCall(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Calls: []modeltest.Call{call("wait", "x")}}, modeltest.Turn{Text: "Done."})
	id := b.queue(t, "Go.")
	ctx, end := context.WithCancelCause(context.WithoutCancel(t.Context()))
	over := make(chan error, 1)
	go func() { over <- b.engine.Generate(ctx, b.agent) }()
	<-b.calls
	b.engine.Stop()
	end(errors.New("the jobs are ended"))
	if err := <-over; err != nil {
		t.Fatal(err)
	}
	if r := b.status(t, id); r.Status != run.Queued {
		t.Errorf("the run is %s: %s", r.Status, r.Error)
	}
	b.engine = b.newEngine("two")
	b.work(t)
	want := []string{"user: Go.", `assistant:  wait{"text":"x"}`, "tool: ERROR: interrupted\nremaining_tool_calls: 99", "assistant: Done.", "end: done"}
	if diff := cmp.Diff(want, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
}

// Two daemons on one database: an agent has one generation at a time, whoever takes it,
// and one daemon hears of what the other does and reaches it with a cancellation.
func TestTwoDaemons(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Calls: []modeltest.Call{call("wait", "x")}})
	one, two := b.engine, b.newEngine("two")
	for _, e := range []*run.Engine{one, two} {
		t.Cleanup(b.db.Follow(t.Context(), e.Log, postgres.Hearing{Run: e.Hub.Heard, Cancel: e.Cancel}))
	}
	id := b.queue(t, "Go.")
	b.queue(t, "Another.")
	watcher, leave := two.Hub.Watch(id)
	defer leave()
	over := b.beside(t, b.agent)
	<-b.calls
	if err := two.Generate(t.Context(), b.agent); err != nil || two.Running() != 0 {
		t.Errorf("the other daemon has begun a second generation of the agent (%v)", err)
	}
	for len(b.messages(t, id)) < 2 { // it was told of each
		await(t, "a message", watcher.Wakes)
	}
	watcher.Take()
	if _, err := b.db.CancelRun(t.Context(), id); err != nil { // through whichever
		t.Fatal(err)
	}
	await(t, "the end", over)
	for b.status(t, id).Status != run.Cancelled {
		await(t, "the end, at the other daemon,", watcher.Wakes)
	}
	record := b.record(t, id)
	if last := record[len(record)-1]; last != "end: cancelled" || len(record) != 4 {
		t.Errorf("the record is %q", record)
	}
}
