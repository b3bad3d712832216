package guild_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
)

func TestParsePath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]string{
		"platform":            nil,
		"acme":                {"acme"},
		"acme/research":       {"acme", "research"},
		"acme/research/scout": {"acme", "research", "scout"},
	} {
		got, err := guild.ParsePath(path)
		if err != nil {
			t.Errorf("ParsePath(%q): %v", path, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ParsePath(%q) (-want +got):\n%s", path, diff)
		}
	}
	for _, path := range []string{"", "/", "acme/", "/acme", "Acme", "acme//scout", "a/b/c/d", "acme/platform", "9lives", "a_b", strings.Repeat("a", 64)} {
		if got, err := guild.ParsePath(path); guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("ParsePath(%q) = %q, %v; want an error with the code invalid", path, got, err)
		}
	}
}

func TestScopeAt(t *testing.T) {
	t.Parallel()
	scout := guild.Scope{Level: guild.Agent, Path: "acme/research/scout"}
	for level, want := range map[guild.Level]string{
		guild.Platform: "platform", guild.Organisation: "acme", guild.Guild: "acme/research", guild.Agent: "acme/research/scout",
	} {
		if got := scout.At(level); got != want {
			t.Errorf("at the %s: %q, want %q", level, got, want)
		}
	}
	platform := guild.Scope{Level: guild.Platform, Path: "platform"}
	if got := platform.At(guild.Agent); got != "platform" {
		t.Errorf("the platform at the agent: %q", got)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	acme, research, other := guild.NewID(), guild.NewID(), guild.NewID()
	s := guild.Scope{ID: research, Level: guild.Guild, Chain: []guild.ID{guild.PlatformID, acme, research}}
	for outer, want := range map[guild.ID]bool{guild.PlatformID: true, acme: true, research: true, other: false} {
		if got := s.Within(outer); got != want {
			t.Errorf("within %s: %v, want %v", outer, got, want)
		}
	}
}

func TestLevelsReadAsTheyWrite(t *testing.T) {
	t.Parallel()
	for _, level := range []guild.Level{guild.Platform, guild.Organisation, guild.Guild, guild.Agent} {
		if got, err := guild.ParseLevel(level.String()); err != nil || got != level {
			t.Errorf("ParseLevel(%q) = %v, %v", level, got, err)
		}
	}
	if _, err := guild.ParseLevel("team"); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("a level that is none: %v", err)
	}
	if guild.Agent.Child() != guild.Agent || guild.Platform.Child() != guild.Organisation {
		t.Error("the level below is wrong")
	}
}
