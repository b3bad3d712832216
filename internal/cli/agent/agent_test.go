package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

const path = "acme/research/scout"

var scout = api.Agent{
	Scope: clitest.Scope(path), Model: "openrouter/a/b", Instructions: "Be brief.\nBe kind.",
	MaxToolCalls: 100, MaxScripts: 10, Scripting: true, Memory: true,
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetAgent: clitest.Always(scout)})
	got := d.Run(t, "", "agent", "show", path)
	got.Want(t, 0)
	want := `Path:           acme/research/scout
Id:             ` + clitest.ID(path) + `
Model:          openrouter/a/b
Max tool calls: 100
Coding:         off
Browser:        off
Scripting:      on
Max scripts:    10
Memory:         on
Instructions:   Be brief.
                Be kind.
`
	if diff := cmp.Diff(want, got.Out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d.Run(t, "", "agent", "show", path, "--jq", ".id").Want(t, 0, clitest.ID(path))
	d.Run(t, "", "agent", "show", "acme/research").Want(t, 2, "acme/research is of the level guild, not agent")
}

func TestEditSendsWhatWasNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "scout.md")
	if err := os.WriteFile(file, []byte("From a file.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, input, body string
		args              []string
	}{
		{"model", "", `{"model":"deepinfra/c/d"}`, []string{"--model", "deepinfra/c/d"}},
		{"no model", "", `{"model":""}`, []string{"--model", ""}},
		{"numbers", "", `{"max_tool_calls":5,"max_scripts":0}`, []string{"--max-tool-calls", "5", "--max-scripts", "0"}},
		{"on", "", `{"coding":true,"browser":true,"scripting":true,"memory":true}`, []string{"--coding", "--browser", "--scripting", "--memory"}},
		{"off", "", `{"coding":false,"browser":false,"scripting":false,"memory":false}`, []string{"--no-coding", "--no-browser", "--no-scripting", "--no-memory"}},
		{"off by a value", "", `{"coding":false}`, []string{"--coding=false"}},
		{"instructions", "", `{"instructions":"Just this."}`, []string{"--instructions", "Just this."}},
		{"from a file", "", `{"instructions":"From a file."}`, []string{"--instructions", "@" + file}},
		{"from standard input", "Typed.\n", `{"instructions":"Typed."}`, []string{"--instructions", "-"}},
	} {
		d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetAgent: clitest.Always(scout), api.EditAgent: clitest.Always(scout)})
		d.Run(t, tt.input, append([]string{"agent", "edit", path}, tt.args...)...).Want(t, 0)
		if got := d.Requests(api.EditAgent)[0].Body; got != tt.body {
			t.Errorf("%s: sent %s, want %s", tt.name, got, tt.body)
		}
	}
}

func TestEditTellsWhatChanged(t *testing.T) {
	t.Parallel()
	after := scout
	after.Model, after.Instructions, after.MaxToolCalls, after.Coding = "", strings.Repeat("long ", 20), 5, true
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetAgent: clitest.Always(scout), api.EditAgent: clitest.Always(after)})
	got := d.Run(t, "", "agent", "edit", path, "--max-tool-calls", "5")
	want := `Model: openrouter/a/b → none
Max tool calls: 100 → 5
Coding: off → on
Instructions: Be brief. Be kind. → long long long long long long long long…
`
	if diff := cmp.Diff(want, got.Err); diff != "" || got.Out != "" || got.Code != 0 {
		t.Errorf("code %d, out %q (-want +got):\n%s", got.Code, got.Out, diff)
	}
	d.Run(t, "", "agent", "edit", path, "--coding", "--jq", ".max_tool_calls").Want(t, 0, "5\n")
	same := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetAgent: clitest.Always(scout), api.EditAgent: clitest.Always(scout)})
	same.Run(t, "", "agent", "edit", path, "--memory").Want(t, 0, "acme/research/scout had these settings already.")
}

func TestEditRefuses(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetAgent: clitest.Always(scout)})
	for _, tt := range []struct {
		args []string
		says string
	}{
		{nil, "nothing to change was named"},
		{[]string{"--coding", "--no-coding"}, "--coding and --no-coding contradict each other"},
		{[]string{"--instructions", "@/nowhere/at-all"}, "--instructions: open /nowhere/at-all"},
		{[]string{"--max-tool-calls", "many"}, "invalid argument"},
	} {
		d.Run(t, "", append([]string{"agent", "edit", path}, tt.args...)...).Want(t, 2, tt.says)
	}
	if n := len(d.Requests(api.EditAgent)); n != 0 {
		t.Errorf("%d edits were sent", n)
	}
}

func TestCreateWithAModel(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.CreateScope: clitest.Always(clitest.Scope(path))})
	d.Run(t, "", "agent", "create", path, "--model", "openrouter/a/b").Want(t, 0, path)
	want := `{"parent_id":"` + clitest.ID("acme/research") + `","slug":"scout","model":"openrouter/a/b"}`
	if got := d.Requests(api.CreateScope)[0].Body; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	d.Run(t, "", "guild", "create", "acme/other", "--model", "openrouter/a/b").Want(t, 2, "unknown flag")
}
