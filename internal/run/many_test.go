package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
)

// Fifty calls of one answer, whose ids come again in the next: each has its own result,
// in the order of the calls.
func TestManyCallsInOneAnswer(t *testing.T) {
	t.Parallel()
	calls := func(from int) (all []modeltest.Call) {
		for n := range 50 {
			c := call([]string{"echo", "write"}[n/10%2], fmt.Sprint(from+n))
			c.ID = fmt.Sprint("call_", n)
			all = append(all, c)
		}
		return all
	}
	b := newBox(t, modeltest.Turn{Calls: calls(0)}, modeltest.Turn{Calls: calls(50)}, modeltest.Turn{Text: "Done."})
	id := b.start(t, "Go.")
	if r := b.status(t, id); r.Status != run.Done || r.Usage.ToolCalls != 100 || len(b.calls) != 100 {
		t.Fatalf("the run is %s after %d calls: %s", r.Status, r.Usage.ToolCalls, r.Error)
	}
	heard := b.heard(t)
	for n := range 100 {
		line := heard[3+n+n/50] // after the system, the message and the answer, or both answers
		if !strings.HasPrefix(line, fmt.Sprintf("tool: said %d\n", n)) || !strings.Contains(line, fmt.Sprintf("remaining_tool_calls: %d", 99-n)) {
			t.Errorf("the result of call %d is %q", n, line)
		}
	}
}

// A tool that panics, and one that returns a megabyte, are results like others.
func TestToolsThatMisbehave(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Calls: []modeltest.Call{call("panics", "x"), call("floods", "x")}}, modeltest.Turn{Text: "Done."})
	add := func(name string, do func() string) {
		b.engine.Offers.Natives.Tools = append(b.engine.Offers.Natives.Tools, tool.New(
			tool.Spec{Name: name, Doc: name, Schema: echoSchema, Gate: tool.Always, Reads: true},
			func(context.Context, *tool.Call, echoArgs) (string, error) { return do(), nil }))
	}
	add("panics", func() string { panic("with " + hidden) })
	add("floods", func() string { return strings.Repeat("ü"+hidden, 50_000) })
	id := b.start(t, "Go.")
	if r := b.status(t, id); r.Status != run.Done {
		t.Fatalf("the run is %s: %s", r.Status, r.Error)
	}
	for _, m := range b.messages(t, id) {
		if strings.Contains(m.Text, hidden) || len(m.Text) > tool.DefaultCap+200 {
			t.Errorf("a result of %d bytes: %.300q", len(m.Text), m.Text)
		}
	}
	if record := b.record(t, id); !hasLine(record, "ERROR: internal error (ref ") || !hasLine(record, "remaining_tool_calls: 98") {
		t.Errorf("the record is %.2000q", record)
	}
}

// A cancellation ends the pause before a provider is asked again.
func TestCancellingWhileTheProviderIsDown(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Refuse: &modeltest.Refusal{Status: 503, Message: "down", RetryAfter: "59"}})
	p := b.engine.Models.(provider)
	p.Pause = nil // a real one
	b.engine.Models = p
	id := b.queue(t, "Go.")
	watcher, leave := b.engine.Hub.Watch(id)
	defer leave()
	over := b.beside(t, b.agent)
	for retrying := false; !retrying; {
		await(t, "a retry", watcher.Wakes)
		for _, l := range watcher.Take() {
			retrying = retrying || l.Kind == run.LiveRetry
		}
	}
	if _, err := b.db.CancelRun(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := b.engine.KeepLeases(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, "the end", over)
	if r := b.status(t, id); r.Status != run.Cancelled {
		t.Errorf("the run is %s: %s", r.Status, r.Error)
	}
}
