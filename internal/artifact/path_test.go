package artifact_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestParsePath(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]artifact.Path{
		"agent/plan.md":        {Level: guild.Agent, Key: "plan.md"},
		"guild/house style.md": {Level: guild.Guild, Key: "house style.md"},
		"org/Ünïcode.md":       {Level: guild.Organisation, Key: "Ünïcode.md"},
		"agent/.md.md":         {Level: guild.Agent, Key: ".md.md"},
		"agent/" + strings.Repeat("é", artifact.MaxKey-3) + ".md": {Level: guild.Agent, Key: strings.Repeat("é", artifact.MaxKey-3) + ".md"},
	} {
		got, err := artifact.ParsePath(text)
		if err != nil || got != want {
			t.Errorf("ParsePath(%q) = %v, %v; want %v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%q is written %q", text, got)
		}
	}
}

// Each refusal names every problem at once.
func TestParsePathRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                  {`"" is not a level`, "the key is missing"},
		"plan.md":           {`"plan.md" is not a level of notes; the levels are agent, guild and org`, "the key is missing"},
		"agent/":            {"the key is missing"},
		"agent/a/b.md":      {"notes have no folders"},
		`agent/a\b.md`:      {"notes have no folders"},
		"agent/plan":        {"does not end in .md"},
		"agent/plan.MD":     {"does not end in .md"},
		"agent/.md":         {"no name before .md"},
		"agent/ plan.md":    {"blank before or after"},
		"agent/plan .md":    {"blank before or after"},
		"agent/a\nb.md":     {"control character"},
		"agent/a\u202eb.md": {"an invisible one"},
		"agent/a\xffb.md":   {"not UTF-8"},
		"agent/" + strings.Repeat("a", artifact.MaxKey) + ".md": {"more than 120 characters"},
		"team/a/b\x00":         {`"team" is not a level`, "notes have no folders", "does not end in .md", "control character"},
		"organisation/plan.md": {`"organisation" is not a level`},
	} {
		_, err := artifact.ParsePath(text)
		if guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("ParsePath(%q): %v; want the code invalid", text, err)
			continue
		}
		for _, part := range want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("ParsePath(%q) does not say %q:\n%v", text, part, err)
			}
		}
		if got := strings.Count(err.Error(), "\n"); got != len(want) {
			t.Errorf("ParsePath(%q) names %d problems; want %d:\n%v", text, got, len(want), err)
		}
	}
}

func TestOwner(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		scope guild.Level
		path  guild.Level
		want  guild.ID // empty for not found
	}{
		{guild.Agent, guild.Agent, "scout"}, {guild.Agent, guild.Guild, "research"}, {guild.Agent, guild.Organisation, "acme"},
		{guild.Guild, guild.Agent, ""}, {guild.Guild, guild.Guild, "research"}, {guild.Organisation, guild.Guild, ""},
		{guild.Platform, guild.Organisation, ""},
	} {
		scope := scout
		scope.Level, scope.Chain = tt.scope, scout.Chain[:tt.scope+1]
		got, err := artifact.Path{Level: tt.path, Key: "a.md"}.Owner(scope)
		if got != tt.want || (tt.want == "") != (guild.CodeOf(err) == guild.CodeNotFound) {
			t.Errorf("a note of level %s at a scope of level %s is owned by %q (%v); want %q", tt.path, tt.scope, got, err, tt.want)
		}
	}
}
