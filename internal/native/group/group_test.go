package group_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	native "github.com/guildsbox/guilds/internal/native/group"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, native.Tools(nil))
}

// poster keeps what is posted, and answers as it is told.
type poster struct {
	drafts []group.Draft
	answer group.Posted
	err    error
}

func (p *poster) Post(_ context.Context, d group.Draft) (group.Posted, error) {
	p.drafts = append(p.drafts, d)
	return p.answer, p.err
}

func run(t *testing.T, p *poster, args string) (tool.Result, error) {
	t.Helper()
	call := tool.Call{
		ID: "call", Run: "run",
		Agent: guild.Scope{ID: "scout", Level: guild.Agent, Path: "acme/research/scout", Chain: []guild.ID{"platform", "acme", "research", "scout"}},
	}
	return native.Tools(p)[0].Run(t.Context(), &call, []byte(args))
}

func TestAPostIsTheAgentsToItsGuild(t *testing.T) {
	t.Parallel()
	p := &poster{}
	if _, err := run(t, p, `{"text":"Hello @scribe"}`); err != nil {
		t.Fatal(err)
	}
	want := []group.Draft{{
		GuildID: "research", Guild: "acme/research", Text: "Hello @scribe",
		Author: group.Author{Name: "scout", Agent: true, AgentID: "scout", Run: "run"},
	}}
	if diff := cmp.Diff(want, p.drafts); diff != "" {
		t.Errorf("posted (-want +got):\n%s", diff)
	}
}

func TestTheResultSaysWhoIsWoken(t *testing.T) {
	t.Parallel()
	woken := []group.Wake{{AgentID: "1", Slug: "scribe", Run: "r1"}, {AgentID: "2", Slug: "cook", Run: "r2"}}
	for _, tt := range []struct {
		name   string
		answer group.Posted
		want   string
	}{
		{"two", group.Posted{Message: group.Message{Seq: 7, Woken: woken}}, "posted to the group of acme/research as message 7\nwoken: @scribe, @cook"},
		{"nobody", group.Posted{Message: group.Message{Seq: 7}}, "posted to the group of acme/research as message 7\nnobody is woken, for it mentions no other agent"},
		{
			"a name that nobody has", group.Posted{Message: group.Message{Seq: 7, Woken: woken[:1]}, Unknown: []string{"baker", "smith"}},
			"posted to the group of acme/research as message 7\nwoken: @scribe\nno agent of the guild has the name baker or smith",
		},
		{
			"the end of a chain", group.Posted{Message: group.Message{Seq: 7}, Ended: true},
			"posted to the group of acme/research as message 7\nnobody is woken: agents have woken each other 8 times since an operator or a schedule began this, " +
				"and there it ends; the agents that you mention read it when they are woken next",
		},
	} {
		got, err := run(t, &poster{answer: tt.answer}, `{"text":"x"}`)
		if err != nil || got.Failed || got.Text != tt.want {
			t.Errorf("%s: %q (%v)", tt.name, got.Text, err)
		}
	}
}

func TestAPostThatIsRefused(t *testing.T) {
	t.Parallel()
	p := &poster{err: guild.Errorf(guild.CodeInvalid, "too long")}
	if got, err := run(t, p, `{"text":"x"}`); err != nil || got.Text != "ERROR: too long" {
		t.Errorf("%q (%v)", got.Text, err)
	}
	p.err = errors.New("the database is away")
	if got, err := run(t, p, `{"text":"x"}`); err == nil || !strings.HasPrefix(got.Text, "ERROR: internal error") {
		t.Errorf("%q (%v)", got.Text, err)
	}
	if got, _ := run(t, p, `{}`); !strings.Contains(got.Text, "text") || !got.Failed || len(p.drafts) != 2 {
		t.Errorf("without a text: %q, posted %v", got.Text, p.drafts)
	}
}

func TestGate(t *testing.T) {
	t.Parallel()
	for trigger, on := range map[tool.Trigger]bool{tool.Direct: true, tool.Group: false, tool.Schedule: true} {
		facts := tool.Facts{Trigger: trigger, Bound: func(string) (bool, string) { return on, "it is off" }}
		if why := native.Tools(nil)[0].Gate(facts, "group_post"); (why == "") != on {
			t.Errorf("%s, bound %t: %q", trigger, on, why)
		}
	}
}
