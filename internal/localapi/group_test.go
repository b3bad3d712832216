package localapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestAPostWakesAnAgentAndIsListed(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	c := b.at(t, "acme", access.Operator)
	research := b.id("acme/research")
	got, err := c.PostToGroup(t.Context(), research, api.NewGroupMessage{Text: "Hello @scout and @nobody"})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Woken) != 1 || got.Woken[0].Agent != "scout" || got.Kind != "operator" || got.Seq != 1 {
		t.Errorf("posted %+v", got)
	}
	if diff := cmp.Diff([]string{"nobody"}, got.Unknown); diff != "" {
		t.Errorf("unknown names (-want +got):\n%s", diff)
	}
	r, err := c.GetRun(t.Context(), got.Woken[0].RunID)
	if err != nil || r.Trigger != "group" || r.OriginID != got.ID || r.AgentID != b.id("acme/research/scout") || r.Caller != got.Author {
		t.Errorf("the run: %+v (%v)", r, err)
	}
	found, err := c.ListGroupMessages(t.Context(), research, api.GroupQuery{After: -1})
	if diff := cmp.Diff([]api.GroupMessage{got.GroupMessage}, found); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	removal, err := b.local.DeleteScope(t.Context(), research, true)
	if diff := cmp.Diff([]string{"acme/research (1 messages)"}, removal.Groups); err != nil || diff != "" {
		t.Errorf("what a removal would take: %v (-want +got):\n%s", err, diff)
	}
}

func TestAGroupIsListedFromAnyMessageOn(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	research := b.id("acme/research")
	for _, text := range []string{"one", "two", "three"} {
		if _, err := b.local.PostToGroup(t.Context(), research, api.NewGroupMessage{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		q    api.GroupQuery
		want string
	}{
		{api.GroupQuery{After: -1}, "one two three"},
		{api.GroupQuery{After: -1, Limit: 2}, "two three"},
		{api.GroupQuery{After: 0, Limit: 2}, "one two"},
		{api.GroupQuery{After: 1}, "two three"},
		{api.GroupQuery{After: 3}, ""},
	} {
		found, err := b.local.ListGroupMessages(t.Context(), research, tt.q)
		var texts []string
		for _, m := range found {
			texts = append(texts, m.Text)
		}
		if got := strings.Join(texts, " "); err != nil || got != tt.want {
			t.Errorf("%+v: %q (%v), want %q", tt.q, got, err, tt.want)
		}
	}
}

func TestPostsAreRefused(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	_, err := b.local.PostToGroup(t.Context(), b.id("acme/research"), api.NewGroupMessage{Text: " "})
	wantProblem(t, err, api.CodeInvalid, "the message is empty")
	_, err = b.local.PostToGroup(t.Context(), b.id("acme/research"), api.NewGroupMessage{Text: strings.Repeat("é", group.MaxText+1)})
	wantProblem(t, err, api.CodeInvalid, "4001 characters")
	_, err = b.local.PostToGroup(t.Context(), b.id("acme"), api.NewGroupMessage{Text: "x"})
	wantProblem(t, err, api.CodeInvalid, "a group belongs to a guild")
}

// What an operator posts has no secret of any agent in it.
func TestAPostIsMasked(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	if _, err := b.vault.Put(t.Context(), secret.New{Scope: b.tree["acme/research/scout"], Name: "A_KEY", Value: canary, By: "test"}); err != nil {
		t.Fatal(err)
	}
	got, err := b.local.PostToGroup(t.Context(), b.id("acme/research"), api.NewGroupMessage{Text: "It is " + canary})
	if err != nil || got.Text != "It is [redacted:A_KEY]" {
		t.Errorf("posted %q (%v)", got.Text, err)
	}
}
