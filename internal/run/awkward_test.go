package run_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/run"
)

// What cannot be stored as it is does not end a run.
func TestCharactersThatCannotBeStored(t *testing.T) {
	t.Parallel()
	b := newBox(t,
		modeltest.Turn{Text: "A\x00B", Calls: []modeltest.Call{
			{ID: "c\x001", Name: "echo", Arguments: `{"text":"NUL \u0000, half a pair \ud800 and \\u0000"}`},
			{Name: "ec\x00ho", Arguments: "{\"text\": \"\x00"},
		}},
		modeltest.Turn{Text: "Done."})
	id := b.start(t, "Go.")
	if r := b.status(t, id); r.Status != run.Done {
		t.Fatalf("the run is %s: %s\n%s", r.Status, r.Error, strings.Join(b.record(t, id), "\n"))
	}
	record := b.record(t, id)
	for _, part := range []string{"A\uFFFDB", "said NUL \uFFFD, half a pair \uFFFD and \\u0000", "does not offer a tool ec\uFFFDho"} {
		if !hasLine(record, part) {
			t.Errorf("the record lacks %q:\n%s", part, strings.Join(record, "\n"))
		}
	}
}

// What becomes a secret while a generation works is one for its next step, and what
// ceases to be one stays hidden in it.
func TestASecretThatComesMeanwhile(t *testing.T) {
	t.Parallel()
	const before, after = "the-old-token-1", "the-new-token-2"
	b := newBox(t,
		modeltest.Turn{Calls: []modeltest.Call{call("write", before)}, Hold: "gate"},
		modeltest.Turn{Calls: []modeltest.Call{call("write", after+before)}},
		modeltest.Turn{Text: "Done."})
	var now atomic.Pointer[redact.Set]
	now.Store(redact.New(redact.Secret{Name: "TOKEN", Value: before}))
	b.engine.Secrets = func(context.Context, guild.Scope) (*redact.Set, error) { return now.Load(), nil }
	id := b.queue(t, "Go.")
	over := b.beside(t, b.agent)
	await(t, "the request", b.model.Held("gate"))
	now.Store(redact.New(redact.Secret{Name: "TOKEN", Value: after}))
	b.model.Release("gate")
	await(t, "the end", over)
	for _, m := range b.messages(t, id) {
		all, err := json.Marshal(m)
		if err != nil || strings.Contains(string(all), before) || strings.Contains(string(all), after) {
			t.Errorf("on record: %s (%v)", all, err)
		}
	}
	if b.model.Received(before) || b.model.Received(after) {
		t.Error("the model was sent a secret")
	}
}
