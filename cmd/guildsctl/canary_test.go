package main_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// canaryValues are fifty values of awkward shapes.
func canaryValues() []string {
	values := []string{
		"canary-a-prefix", "canary-a-prefix-of-this", `canary "quoted" 'twice'`, "canary\nof two\nlines\n", "canary\r\n\ttabs", "100%canary%20%zz",
		"canary-schön-日本-🐤", `canary\back\\slash`, "canary+plus /and?query=1&x", "<canary>&amp;</canary>", "  canary with spaces  ", "canary\u2028line",
	}
	for n := len(values); n < 50; n++ {
		values = append(values, fmt.Sprintf("cänary-%d %%%02x\"\n/%s+", n, n, strings.Repeat("=", n%4)))
	}
	return values
}

// canaryForms returns a value in each form in which a tool can print it, and what must
// stand nowhere of each: of base64 only what does not depend on its neighbours.
func canaryForms(value string) (printed, hidden []string) {
	whole := []string{value, escaped(value), url.QueryEscape(value), url.PathEscape(value)}
	printed, hidden = whole, whole
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		for at := range 3 {
			text := encoding.EncodeToString([]byte("xyz"[:at] + value + "!"))
			printed = append(printed, text)
			hidden = append(hidden, text[(8*at+5)/6:8*(at+len(value))/6])
		}
	}
	return printed, hidden
}

// escaped is a text as it stands inside of a string of JSON.
func escaped(text string) string {
	quoted := mustJSON(text)
	return string(quoted[1 : len(quoted)-1])
}

// Fifty secrets that are stored by an operator and by the agent, and that a connector
// prints in every form and the model says, stand in no place where anybody reads.
func TestCanaries(t *testing.T) {
	k := newKilled(t)
	values := canaryValues()
	const stored = 40 // by the operator, the rest by the agent
	for n, value := range values[:stored] {
		if _, err := k.client.PutSecret(t.Context(), api.NewSecret{ScopeID: k.agents[0], Name: fmt.Sprintf("CANARY_%d", n), Value: value}); err != nil {
			t.Fatal(err)
		}
	}
	k.rewrite = func(message string) string {
		var n int
		if _, err := fmt.Sscanf(message, "print %d", &n); err != nil {
			return message
		}
		printed, _ := canaryForms(values[n])
		return strings.Join(printed, "\n")
	}
	k.model.Play("", canaryTurns(values, stored)...)
	started, err := k.client.StartRun(t.Context(), api.NewRun{AgentID: k.agents[0], Message: "Print them."})
	if err != nil {
		t.Fatal(err)
	}
	var live strings.Builder
	if err := k.client.WatchRun(t.Context(), started.RunID, 0, false, func(e client.RunEvent) error {
		fmt.Fprintf(&live, "%s%s\n", e.Piece.Text, e.Data)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(live.String(), `"text":"done"`) || strings.Count(live.String(), "[redacted:") < len(values) {
		t.Fatalf("the run did not print them:\n%s", live.String())
	}
	dump, err := exec.Command("pg_dump", "--dbname", k.database).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, dump)
	}
	var received strings.Builder
	for _, r := range k.model.Requests() {
		received.Write(r.Body)
	}
	places := map[string]string{
		"the database": string(dump), "the daemon's log": k.daemon.out.String(), "the events": live.String(), "what the model received": received.String(),
		"guildsctl run tail --json": k.ctl("run", "tail", started.RunID, "--json"), "guildsctl run tail": k.ctl("run", "tail", started.RunID), "guildsctl run show": k.ctl("run", "show", started.RunID, "--json"),
	}
	for n, value := range values {
		_, hidden := canaryForms(value)
		for _, text := range hidden {
			for place, all := range places {
				if strings.Contains(all, text) || strings.Contains(all, escaped(text)) {
					t.Errorf("%s holds the secret %d as %q", place, n, text)
				}
			}
		}
	}
}

// canaryTurns store the secrets of the agent's own, have each printed, note them, and
// say them at last.
func canaryTurns(values []string, stored int) []modeltest.Turn {
	object := func(v any) modeltest.Arguments { return modeltest.Arguments(mustJSON(v)) }
	var keep, prints modeltest.Turn
	for n, value := range values {
		if n >= stored {
			keep.Calls = append(keep.Calls, modeltest.Call{Name: "secret_store", Arguments: object(map[string]string{"name": fmt.Sprintf("CANARY_%d", n), "value": value})})
		}
		prints.Calls = append(prints.Calls, modeltest.Call{Name: "tools_echo", Arguments: object(map[string]string{"message": fmt.Sprintf("print %d", n)})})
	}
	all := strings.Join(values, " | ")
	return []modeltest.Turn{
		keep, prints,
		{Text: "They are " + all, Pieces: "awkward", Calls: []modeltest.Call{
			{Name: "note_write", Arguments: object(map[string]string{"level": "agent", "key": "plan.md", "content": "Nothing."})},
		}},
		{Text: "Once more: " + all, Reasoning: "Thinking of " + all, Pieces: "bytes"},
	}
}
