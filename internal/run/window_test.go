package run_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/run"
)

// long are turns that call for results of some four thousand bytes each.
func long(results int) []modeltest.Turn {
	var turns []modeltest.Turn
	for n := range results {
		turns = append(turns, modeltest.Turn{Calls: []modeltest.Call{call("write", fmt.Sprintf("result %d\n", n)+strings.Repeat("long ", 800))}})
	}
	return turns
}

const cutMark = "was cut: the conversation has outgrown the model's context]"

// The oldest results are cut to their first line and their seq, and stay so, whichever
// daemon goes on.
func TestAConversationThatOutgrowsTheWindow(t *testing.T) {
	t.Parallel()
	b := newBox(t, append(long(4), modeltest.Turn{Text: "Done."}, modeltest.Turn{Text: "Again."})...)
	window := func() {
		p := b.engine.Models.(provider)
		p.window = 12_000
		b.engine.Models = p
	}
	window()
	id := b.start(t, "Go.")
	if r := b.status(t, id); r.Status != run.Done {
		t.Fatalf("the run is %s: %s", r.Status, r.Error)
	}
	first := b.heard(t)
	if !strings.HasPrefix(first[3], "tool: said result 0\n[the rest of this result, seq 3, "+cutMark) {
		t.Errorf("the oldest result is %.200q", first[3])
	}
	if strings.Contains(first[9], cutMark) {
		t.Errorf("the newest result is %.200q", first[9])
	}
	if !hasLine(b.record(t, id), "notice: the conversation has outgrown the model's context: tool results up to seq ") {
		t.Error("the record does not say it")
	}
	b.engine = b.newEngine("two")
	window()
	if _, err := b.db.ContinueRun(t.Context(), id, "Again.", "test"); err != nil {
		t.Fatal(err)
	}
	b.work(t)
	again := b.heard(t)
	for n, line := range first {
		if again[n] != line {
			t.Errorf("message %d was sent as %.200q, and then as %.200q", n, line, again[n])
		}
	}
}

// A provider that takes less than it says is sent less, until it takes it or nothing is
// left to cut.
func TestAProviderRefusesTheLength(t *testing.T) {
	t.Parallel()
	turns := append(long(4), modeltest.Turn{Text: "Done."})
	for name, tt := range map[string]struct {
		message string
		status  run.Status
	}{
		"results can be cut": {"Go.", run.Done},
		"nothing can be cut": {strings.Repeat("Go. ", 8000), run.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t)
			b.model.React("", func(r modeltest.Request) modeltest.Turn {
				if len(r.Body) > 24_000 {
					return modeltest.Turn{Refuse: &modeltest.Refusal{Status: 400, Message: "too many tokens", Kind: "context_length_exceeded"}}
				}
				return turns[r.Turns()]
			})
			id := b.start(t, tt.message)
			r := b.status(t, id)
			if r.Status != tt.status {
				t.Fatalf("the run is %s: %s", r.Status, r.Error)
			}
			if r.Status == run.Failed && (!strings.Contains(r.Error, "no tool result is left to cut") || !strings.Contains(r.Error, "too many tokens") || len(b.model.Requests()) != 1) {
				t.Errorf("after %d requests it failed with %q", len(b.model.Requests()), r.Error)
			}
		})
	}
}
