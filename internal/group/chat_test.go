package group_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// Whom a message wakes by its mentions, and which names it has that nobody has.
func TestMentionsDecide(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		draft   group.Draft
		woken   string
		unknown string
	}{
		{"an operator who mentions nobody", operator("Hello."), "scout", ""},
		{"one", operator("@scribe, write it down."), "scribe", ""},
		{"two, in upper case and at the end", operator("Ask @Scribe and (@scout-2)."), "scout-2 scribe", ""},
		{"a name that begins another", operator("@scout-2"), "scout-2", ""},
		{"all", operator("@all hello"), "scout scout-2 scribe", ""},
		{"a hyphen that ends it", operator("@scribe- do"), "scribe", ""},
		{"nobody's name, once", operator("@nobody @Nobody @scribe"), "scribe", "nobody"},
		{"only nobody's name", operator("@nobody?"), "scout", "nobody"},
		{"an address", operator("mail me@scribe or x@scout-2.test"), "scout", ""},
		{"a package, a host and a handle", operator("@scribe/core @scribe.test @scribe_x @scribe@host"), "scout", ""},
		{"a sentence that ends and one that begins", operator("Thanks @scribe. Now @scout: go."), "scout scribe", ""},
		{"beside other scripts", operator("日本@scribe 「@scout-2」"), "scout-2", ""},
		{"an agent that mentions nobody", agent("scout", "", "Done."), "", ""},
		{"an agent that mentions another", agent("scout", "", "@scribe @scout"), "scribe", ""},
		{"an agent that mentions itself", agent("scout", "", "I, @scout"), "", ""},
		{"an agent that mentions all", agent("scout", "", "@all"), "scout-2 scribe", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := post(t, newRoom("scout", "scribe", "scout-2").chat(&strings.Builder{}, nil), tt.draft)
			if woken(got) != tt.woken || strings.Join(got.Unknown, " ") != tt.unknown || got.Ended {
				t.Errorf("%q woke %q, unknown %q, ended %t", tt.draft.Text, woken(got), got.Unknown, got.Ended)
			}
		})
	}
}

func TestAGuildWithoutAgentsHasAGroupToo(t *testing.T) {
	t.Parallel()
	r := newRoom()
	if got := post(t, r.chat(&strings.Builder{}, nil), operator("Is anybody there?")); woken(got) != "" || len(r.messages) != 1 {
		t.Errorf("woke %q, stored %v", woken(got), r.messages)
	}
}

func TestTextsThatAreNotPosted(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"": "is empty", " \n\t": "is empty", strings.Repeat("é", group.MaxText+1): "has 4001 characters; at most 4000",
	} {
		r := newRoom("scout")
		_, err := r.chat(&strings.Builder{}, nil).Post(t.Context(), operator(text))
		if guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), says) || len(r.messages) != 0 {
			t.Errorf("%.10q: %v, stored %v", text, err, r.messages)
		}
	}
	if got := post(t, newRoom("scout").chat(&strings.Builder{}, nil), operator(strings.Repeat("é", group.MaxText))); got.Seq != 1 {
		t.Errorf("the longest text: %+v", got.Message)
	}
}

func TestNothingIsPostedUnmasked(t *testing.T) {
	t.Parallel()
	r := newRoom("scout")
	c := r.chat(&strings.Builder{}, nil)
	if got := post(t, c, operator("It is "+secret)); got.Text != "It is [redacted:KEY]" || r.messages[0].Text != got.Text {
		t.Errorf("posted %q, stored %q", got.Text, r.messages[0].Text)
	}
	c.Secrets = func(context.Context, guild.Scope) (*redact.Set, error) { return nil, errors.New("no secrets") }
	if _, err := c.Post(t.Context(), operator("x")); err == nil || len(r.messages) != 1 {
		t.Errorf("without what to mask: %v, stored %v", err, r.messages)
	}
}

// Agents that answer every message with mentions come to an end, whatever they mention.
func TestAChainOfAgentsEnds(t *testing.T) {
	t.Parallel()
	slugs := []string{"a", "b", "c", "d"}
	for seed := range uint64(50) {
		r := newRoom(slugs...)
		random := rand.New(rand.NewPCG(seed, 1))
		c := r.chat(&strings.Builder{}, nil)
		post(t, c, operator("@"+slugs[random.IntN(len(slugs))]+" begin"))
		for done := 0; done < len(r.runs); done++ {
			if done > 10_000 {
				t.Fatalf("seed %d: there is no end", seed)
			}
			run := r.runs[done]
			woke := r.told[run]
			who := woke.Wake[0].Slug()
			for _, w := range woke.Woken {
				if w.Run == run {
					who = w.Slug
				}
			}
			got := post(t, c, agent(who, run, fmt.Sprintf("@%s @%s", slugs[random.IntN(len(slugs))], slugs[random.IntN(len(slugs))])))
			if got.Hops != woke.Hops+1 || got.Hops > group.MaxHops {
				t.Fatalf("seed %d: a message of %d hops woke one of %d", seed, woke.Hops, got.Hops)
			}
			if got.Hops == group.MaxHops && len(got.Woken) > 0 {
				t.Fatalf("seed %d: a message of %d hops woke %q", seed, got.Hops, woken(got))
			}
		}
	}
}

// Two agents that only ever mention each other have as many turns as there are hops.
func TestTwoAgentsHaveTheirTurns(t *testing.T) {
	t.Parallel()
	r := newRoom("ping", "pong")
	c := r.chat(&strings.Builder{}, nil)
	post(t, c, operator("@ping begin"))
	var last group.Posted
	for done := 0; done < len(r.runs); done++ {
		me, other := "ping", "pong"
		if done%2 == 1 {
			me, other = other, me
		}
		last = post(t, c, agent(me, r.runs[done], "@"+other))
	}
	if len(r.runs) != group.MaxHops || !last.Ended || last.Hops != group.MaxHops {
		t.Errorf("%d runs, and the last message is %+v", len(r.runs), last)
	}
	// An operator begins anew.
	if got := post(t, c, operator("@pong again")); got.Hops != 0 || woken(got) != "pong" {
		t.Errorf("then an operator woke %q with %d hops", woken(got), got.Hops)
	}
}
