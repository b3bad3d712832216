package artifact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native"
)

// scout is the agent whose reach is asked for; its chain's ids are slugs.
var scout = guild.Scope{ID: "scout", Level: guild.Agent, Path: "acme/research/scout", Chain: []guild.ID{guild.PlatformID, "acme", "research", "scout"}}

func grant(level guild.Level, name string, enabled bool) binding.Row {
	return binding.Row{Level: level, Kind: binding.ArtifactGrant, CatalogID: name, Enabled: enabled}
}

// seeded are the grants of a new box, and what is set beside them.
func seeded(more ...binding.Row) []binding.Row {
	var rows []binding.Row
	for _, g := range native.Grants() {
		rows = append(rows, grant(guild.Platform, g.Name, g.Enabled))
	}
	return append(rows, more...)
}

// reach says in words what an agent may: "r" to read a level, "w" to write it.
func reach(r artifact.Reach) string {
	var words []string
	for _, level := range artifact.Levels {
		word := ""
		if r.Reads(level) {
			word = "r"
		}
		if r.CheckWrite(artifact.Path{Level: level, Key: "a.md"}) == nil {
			word += "w"
		}
		words = append(words, artifact.Word(level)+":"+word)
	}
	return strings.Join(words, " ")
}

func TestReach(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		rows []binding.Row
		want string
	}{
		{"no grants at all", nil, "agent:rw guild: org:"},
		{"a new box", seeded(), "agent:rw guild:rw org:r"},
		{"writing for the organisation", seeded(grant(guild.Organisation, "write_org", true)), "agent:rw guild:rw org:rw"},
		{"off above, on again for the agent", seeded(grant(guild.Guild, "read_guild", false), grant(guild.Agent, "read_guild", true)), "agent:rw guild:rw org:r"},
		{"off for the agent", seeded(grant(guild.Agent, "read_org", false), grant(guild.Agent, "write_guild", false)), "agent:rw guild:r org:"},
		{"a binding of another kind", []binding.Row{{Level: guild.Agent, Kind: binding.NativeTool, CatalogID: "read_org", Enabled: true}}, "agent:rw guild: org:"},
	} {
		if got := reach(artifact.ReachOf(scout, tt.rows)); got != tt.want {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.want)
		}
	}
}

func TestEachGrantOfTheTableDecidesSomething(t *testing.T) {
	t.Parallel()
	for _, g := range native.Grants() {
		without := reach(artifact.ReachOf(scout, nil))
		with := reach(artifact.ReachOf(scout, []binding.Row{grant(guild.Agent, g.Name, true)}))
		if with == without {
			t.Errorf("%s changes nothing: %s", g.Name, with)
		}
	}
}

func TestReadable(t *testing.T) {
	t.Parallel()
	r := artifact.ReachOf(scout, seeded(grant(guild.Agent, "read_org", false)))
	only := guild.Guild
	outside := guild.Organisation
	for _, tt := range []struct {
		only *guild.Level
		want map[guild.ID]guild.Level
	}{
		{nil, map[guild.ID]guild.Level{"scout": guild.Agent, "research": guild.Guild}},
		{&only, map[guild.ID]guild.Level{"research": guild.Guild}},
		{&outside, map[guild.ID]guild.Level{}},
	} {
		if diff := cmp.Diff(tt.want, r.Readable(tt.only)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.only, diff)
		}
	}
}

// A note out of reach reads like one that is not there; a write without its grant
// names it and what switches it on.
func TestRefusals(t *testing.T) {
	t.Parallel()
	r := artifact.ReachOf(scout, nil)
	path := artifact.Path{Level: guild.Organisation, Key: "a.md"}
	if err := r.CheckRead(path); guild.CodeOf(err) != guild.CodeNotFound || fmt.Sprint(err) != fmt.Sprint(artifact.NotFound(path)) {
		t.Errorf("reading: %v", err)
	}
	err := r.CheckWrite(path)
	if guild.CodeOf(err) != guild.CodeDenied || !strings.Contains(err.Error(), "guildsctl binding set write_org on --at acme/research/scout") {
		t.Errorf("writing: %v", err)
	}
}
