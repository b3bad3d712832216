package run_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/secret"
)

func TestARunOfOneAnswer(t *testing.T) {
	t.Parallel()
	b := newBox(t, modeltest.Turn{Text: "Hello.", Usage: &modeltest.Usage{Prompt: 40, Completion: 3, Cached: 8, Cost: 0.0025}})
	if _, err := b.db.AddCollection(t.Context(), record.Collection{
		ID: guild.NewID(), Name: "orders", ScopeID: b.guild, Columns: record.Columns{{Name: "title", Type: record.Text}},
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.SaveSecret(t.Context(), secret.Secret{ID: guild.NewID(), ScopeID: b.guild, Name: "API_KEY", Sealed: []byte("sealed")}); err != nil {
		t.Fatal(err)
	}
	id := b.start(t, "Say hello.\nNow.")
	if diff := cmp.Diff([]string{"user: Say hello.\nNow.", "assistant: Hello.", "end: done"}, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
	r := b.status(t, id)
	want := run.Usage{PromptTokens: 40, CompletionTokens: 3, CachedTokens: 8, Cost: "0.0025"}
	if r.Status != run.Done || r.Title != "Say hello." || r.Usage != want || r.LastSeq != 3 {
		t.Errorf("the run is %+v", r.Run)
	}
	heard := b.heard(t)
	for _, part := range []string{"system: You are the agent acme/research/scout.", "Be brief.", "orders (write): title text", "Secrets that are stored for you, by name: API_KEY."} {
		if !strings.Contains(heard[0], part) {
			t.Errorf("the prompt lacks %q:\n%s", part, heard[0])
		}
	}
}

func TestToolCalls(t *testing.T) {
	t.Parallel()
	b := newBox(t,
		modeltest.Turn{Text: "Looking.", Calls: []modeltest.Call{call("echo", "a"), call("echo", "b")}},
		modeltest.Turn{Calls: []modeltest.Call{call("write", "a"), call("echo", "a")}},
		modeltest.Turn{Text: "Found."})
	id := b.start(t, "Find it.")
	messages := b.messages(t, id)
	byCall := map[string]run.Message{}
	for _, m := range messages {
		if m.Kind == run.ToolKind {
			byCall[fmt.Sprint(m.Result.CallID, m.Result.Tool, string(m.Result.Arguments))] = m
			if m.Result.Failed || m.Meta["bytes"] != float64(len(m.Text)) || m.Meta["seen"] == nil {
				t.Errorf("the call is on record as %+v, %v", m.Result, m.Meta)
			}
		}
	}
	if len(byCall) != 4 || b.status(t, id).Usage.ToolCalls != 4 {
		t.Fatalf("%d calls are on record; want 4:\n%s", len(byCall), strings.Join(b.record(t, id), "\n"))
	}
	record := b.record(t, id)
	for _, line := range []string{
		"tool: said a\nremaining_tool_calls: 99", "tool: said b\nremaining_tool_calls: 98",
		"tool: said a\nremaining_tool_calls: 97", "tool: said a\nremaining_tool_calls: 96",
	} {
		if !hasLine(record, line) {
			t.Errorf("the record lacks %q:\n%s", line, strings.Join(record, "\n"))
		}
	}
	last := messages[len(messages)-3]
	if last.Kind != run.ToolKind || last.Meta["repeat"] != 1.0 {
		t.Errorf("the second echo of a is on record as %v", last.Meta)
	}
	if heard := b.heard(t); !strings.HasPrefix(heard[3], "tool: said a") || !strings.HasPrefix(heard[4], "tool: said b") {
		t.Errorf("results do not follow the order of their calls:\n%s", strings.Join(heard, "\n"))
	}
}

// What cannot be called is a result that says why.
func TestCallsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	b := newBox(t,
		modeltest.Turn{Calls: []modeltest.Call{
			call("nothing", "x"), call("shell", "x"), {Name: "echo", Arguments: `{"text":`}, {Name: "echo", Arguments: `{"text":1,"more":2}`},
			{Name: "write", Arguments: `{"text":"[redacted:HIDDEN]"}`},
		}},
		modeltest.Turn{Text: "Well."})
	record := b.record(t, b.start(t, "Try."))
	for _, part := range []string{
		"ERROR: this run does not offer a tool nothing", "ERROR: this run does not offer a tool shell",
		"ERROR: the arguments of echo are not JSON", "$.more: is not an argument of this tool", "$.text: ", `mark of the secret "HIDDEN"`,
	} {
		if !hasLine(record, part) {
			t.Errorf("the record lacks %q:\n%s", part, strings.Join(record, "\n"))
		}
	}
	if len(b.calls) != 0 {
		t.Errorf("%d calls reached a tool", len(b.calls))
	}
}

func TestTheBudget(t *testing.T) {
	t.Parallel()
	b := newBox(t,
		modeltest.Turn{Calls: []modeltest.Call{call("write", "1"), call("write", "2"), call("write", "3")}},
		modeltest.Turn{Text: "That is all."})
	two := 2
	if _, err := b.db.EditAgent(t.Context(), b.agent, agent.Patch{MaxToolCalls: &two}); err != nil {
		t.Fatal(err)
	}
	record := b.record(t, b.start(t, "Write."))
	for _, part := range []string{"remaining_tool_calls: 1", "remaining_tool_calls: 0", "Few tool calls are left", "ERROR: no tool calls are left"} {
		if !hasLine(record, part) {
			t.Errorf("the record lacks %q:\n%s", part, strings.Join(record, "\n"))
		}
	}
	if requests := b.model.Requests(); len(requests[0].Tools) != 4 || !strings.Contains(string(requests[1].Body), `"tool_choice":"none"`) {
		t.Errorf("the model was offered %d tools, and then %d", len(requests[0].Tools), len(requests[1].Tools))
	}
	if len(b.calls) != 2 {
		t.Errorf("%d calls were made", len(b.calls))
	}
}

func TestWhatFailsTheGeneration(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		turn modeltest.Turn
		says string
	}{
		"a refusal of the provider": {modeltest.Turn{Refuse: &modeltest.Refusal{Status: 402, Message: "Insufficient credits with " + hidden}}, "Insufficient credits with [redacted:HIDDEN]"},
		"an answer that breaks off": {modeltest.Turn{Text: "Half an answer", CutOff: true}, "broke off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, tt.turn)
			id := b.start(t, "Go.")
			r := b.status(t, id)
			if r.Status != run.Failed || !strings.Contains(r.Error, tt.says) {
				t.Errorf("the run is %s: %q; want %q", r.Status, r.Error, tt.says)
			}
			// It can be told more all the same.
			b.model.Play("", modeltest.Turn{Text: "Better."})
			if _, err := b.db.ContinueRun(t.Context(), id, "Again.", "test"); err != nil {
				t.Fatal(err)
			}
			b.work(t)
			if r := b.status(t, id); r.Status != run.Done || r.Error != "" {
				t.Errorf("after a second message the run is %s: %q", r.Status, r.Error)
			}
		})
	}
}

func TestAnAgentWithoutAModel(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	none := ""
	if _, err := b.db.EditAgent(t.Context(), b.agent, agent.Patch{Model: &none}); err != nil {
		t.Fatal(err)
	}
	if r := b.status(t, b.start(t, "Go.")); r.Status != run.Failed || !strings.Contains(r.Error, "guildsctl agent edit acme/research/scout --model") {
		t.Errorf("the run is %s: %q", r.Status, r.Error)
	}
}

// Secrets reach neither the record nor the model, whoever wrote them.
func TestSecretsInARun(t *testing.T) {
	t.Parallel()
	const made = "made-up-by-the-model"
	b := newBox(t,
		modeltest.Turn{Text: "Keeping " + made, Calls: []modeltest.Call{call("keep", made), call("echo", hidden)}, Pieces: "bytes"},
		modeltest.Turn{Text: "Kept " + made + " and " + hidden})
	id := b.start(t, "Keep.")
	for _, line := range b.record(t, id) {
		if strings.Contains(line, made) || strings.Contains(line, hidden) {
			t.Errorf("on record: %s", line)
		}
	}
	for _, r := range b.model.Requests() {
		for _, m := range r.Messages {
			if strings.Contains(m.Text(), made) || strings.Contains(m.Text(), hidden) {
				t.Errorf("the model was sent: %s", m.Text())
			}
		}
	}
	if first, second := <-b.calls, <-b.calls; first != made || second != hidden {
		t.Errorf("the tools were called with %q and %q", first, second)
	}
}

// A generation whose daemon is gone goes on with another, and no call is made twice.
func TestAnotherDaemonGoesOn(t *testing.T) {
	t.Parallel()
	b := newBox(t,
		modeltest.Turn{Calls: []modeltest.Call{call("write", "once"), call("write", "twice")}},
		modeltest.Turn{Text: "Done."})
	id, claim := b.begun(t, "Write.")
	answer := run.Message{ID: guild.NewID(), Kind: run.Assistant}
	answer.Calls = append(answer.Calls, callOf("c1", "write", `{"text":"once"}`), callOf("c2", "write", `{"text":"twice"}`))
	for _, m := range []run.Message{answer, {ID: guild.NewID(), Kind: run.ToolKind, Text: "said once",
		Result: &run.CallResult{CallID: "c1", Tool: "write", Arguments: []byte(`{"text":"once"}`)}}} {
		if _, err := b.db.AppendMessage(t.Context(), claim.Fence, m); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := b.db.RecoverGenerations(t.Context(), ""); n != 1 || err != nil {
		t.Fatalf("%d agents wait (%v)", n, err)
	}
	b.engine = b.newEngine("two")
	b.work(t)
	want := []string{"user: Write.", `assistant:  write{"text":"once"} write{"text":"twice"}`, "tool: said once",
		"tool: ERROR: interrupted\nremaining_tool_calls: 98", "assistant: Done.", "end: done"}
	if diff := cmp.Diff(want, b.record(t, id)); diff != "" {
		t.Errorf("the record (-want +got):\n%s", diff)
	}
	if len(b.calls) != 0 {
		t.Error("a call was made twice")
	}
	if _, err := b.db.AppendMessage(t.Context(), claim.Fence, run.Message{ID: guild.NewID(), Kind: run.Notice}); err != run.ErrLost {
		t.Errorf("the daemon that is gone wrote all the same (%v)", err)
	}
}
