package memory_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native/memory"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, memory.Tools(nil))
}

// kept is a store that remembers what was last written.
type kept struct {
	agent   guild.ID
	content string
	by      artifact.Author
}

func (k *kept) WriteMemory(_ context.Context, agent guild.ID, content string, by artifact.Author) (artifact.Remembered, error) {
	before := artifact.Length(k.content)
	*k = kept{agent, content, by}
	return artifact.Remembered{Before: before, After: artifact.Length(content)}, nil
}

func TestWrite(t *testing.T) {
	t.Parallel()
	store := &kept{}
	call := &tool.Call{Agent: guild.Scope{ID: "scout"}, Run: "run", Caller: "acme/research/scout"}
	write := func(content string) string {
		args, err := json.Marshal(map[string]string{"content": content})
		if err != nil {
			t.Fatal(err)
		}
		result, err := memory.Tools(store)[0].Run(t.Context(), call, args)
		if err != nil {
			t.Fatal(err)
		}
		return result.Text
	}
	if got := write("first é"); got != "memory replaced: 7 of 12000 characters, before 0" {
		t.Errorf("got %q", got)
	}
	want := kept{"scout", "first é", artifact.Author{Name: "acme/research/scout", Run: "run"}}
	if *store != want {
		t.Errorf("stored is %+v; want %+v", *store, want)
	}
	got := write(strings.Repeat("x", artifact.MaxMemory+1))
	if !strings.HasPrefix(got, "ERROR: ") || !strings.Contains(got, "12001 characters") || *store != want {
		t.Errorf("a memory that is too long: %q, stored %d characters", got, len(store.content))
	}
	if got := write(""); got != "memory replaced: 0 of 12000 characters, before 7" {
		t.Errorf("a memory that is emptied: %q", got)
	}
}

// The flag and the binding both decide, and the flag is named where it is off.
func TestGate(t *testing.T) {
	t.Parallel()
	on := func(string) (bool, string) { return true, "" }
	off := func(string) (bool, string) { return false, "memory_write is off at acme" }
	for _, tt := range []struct {
		facts tool.Facts
		want  string
	}{
		{tool.Facts{Memory: true, Bound: on}, ""},
		{tool.Facts{Memory: false, Bound: on}, "the agent's memory flag is off"},
		{tool.Facts{Memory: true, Bound: off}, "memory_write is off at acme"},
	} {
		if got := memory.Tools(nil)[0].Gate(tt.facts, "memory_write"); got != tt.want {
			t.Errorf("got %q; want %q", got, tt.want)
		}
	}
}
