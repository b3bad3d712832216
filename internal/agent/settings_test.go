package agent_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/guild"
)

var good = agent.Settings{Model: "openrouter/openai/gpt-5-mini", MaxToolCalls: 100, MaxScripts: 10}

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*agent.Settings)
		wrong  []string // paths of the problems
	}{
		"good":                   {func(*agent.Settings) {}, nil},
		"no model yet":           {func(s *agent.Settings) { s.Model = "" }, nil},
		"the limits":             {func(s *agent.Settings) { s.MaxToolCalls, s.MaxScripts = 1000, 100 }, nil},
		"the least":              {func(s *agent.Settings) { s.MaxToolCalls, s.MaxScripts = 1, 0 }, nil},
		"characters, not bytes":  {func(s *agent.Settings) { s.Instructions = strings.Repeat("ä", agent.MaxInstructions) }, nil},
		"one character too many": {func(s *agent.Settings) { s.Instructions = strings.Repeat("ä", agent.MaxInstructions+1) }, []string{"instructions"}},
		"NUL":                    {func(s *agent.Settings) { s.Instructions = "a\x00b" }, []string{"instructions"}},
		"no UTF-8":               {func(s *agent.Settings) { s.Instructions = "\xff" }, []string{"instructions"}},
		"all at once": {func(s *agent.Settings) { s.Model, s.MaxToolCalls, s.MaxScripts = "gpt", 0, -1 },
			[]string{"model", "max_tool_calls", "max_scripts"}},
	} {
		s := good
		tt.change(&s)
		if diff := cmp.Diff(tt.wrong, paths(s.Check())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func paths(err error) []string {
	var paths []string
	if e, ok := errors.AsType[*guild.Error](err); ok {
		for _, p := range e.Problems {
			paths = append(paths, p.Path)
		}
	}
	return slices.Compact(paths)
}

func TestCheckModel(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{
		"openrouter/anthropic/claude-sonnet-4.5":          true,
		"openrouter/openai/gpt-oss-20b:free":              true,
		"deepinfra/meta-llama/Meta-Llama-3.1-8B-Instruct": true,
		"deepinfra/local":                                 true,
		"":                                                false,
		"openrouter/":                                     false,
		"openai/gpt-5":                                    false,
		"OpenRouter/a/b":                                  false,
		"openrouter/a b":                                  false,
		"openrouter/a\n":                                  false,
		"openrouter/" + strings.Repeat("x", 200):          false,
		" openrouter/a":                                   false,
	} {
		if err := agent.CheckModel(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestApplyChangesWhatIsThere(t *testing.T) {
	t.Parallel()
	no, zero, empty := false, 0, ""
	before := agent.Settings{Model: "m", Instructions: "i", MaxToolCalls: 5, MaxScripts: 3, Coding: true, Memory: true}
	if diff := cmp.Diff(before, agent.Patch{}.Apply(before)); diff != "" {
		t.Errorf("an empty patch (-want +got):\n%s", diff)
	}
	got := agent.Patch{Instructions: &empty, MaxScripts: &zero, Memory: &no}.Apply(before)
	want := agent.Settings{Model: "m", MaxToolCalls: 5, Coding: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
