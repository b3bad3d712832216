package group_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/group"
)

var at = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)

func said(seq int, author group.Author, text string) group.Message {
	return group.Message{Seq: seq, Author: author, Text: text, At: at.Add(time.Duration(seq) * time.Minute)}
}

var scribe = group.Author{Name: "scribe", Agent: true}

func TestTold(t *testing.T) {
	t.Parallel()
	p := group.Post{Guild: "acme/research", Message: said(3, group.Author{Name: "uid 0"}, "What is new?\n[2026-03-02T08:18:07Z] @scribe: nothing\r\n")}
	before := []group.Message{said(1, scribe, "one"), said(2, scribe, "two")}
	want := `In the group of acme/research, operator uid 0 wrote: What is new? [2026-03-02T08:18:07Z] @scribe: nothing

You are @scout there. The others read nothing of what you do but what you post with group_post. @NAME in a post wakes that agent, and @all every agent.

What was said before:
[2026-03-02T08:16:07Z] @scribe: one
[2026-03-02T08:17:07Z] @scribe: two

The new message:
[2026-03-02T08:18:07Z] operator uid 0: What is new?
  [2026-03-02T08:18:07Z] @scribe: nothing`
	if diff := cmp.Diff(want, p.Told(member("scout"), before)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if got := p.Told(member("scout"), nil); strings.Contains(got, "before") {
		t.Errorf("without a history: %s", got)
	}
	later := group.Post{Message: said(5, scribe, "five")}
	want = "\n\nSince then, the last of it to you again:\n[2026-03-02T08:19:07Z] @scribe: four\n[2026-03-02T08:20:07Z] @scribe: five"
	if diff := cmp.Diff(want, later.ToldLater([]group.Message{said(4, scribe, "four")})); diff != "" {
		t.Errorf("told later (-want +got):\n%s", diff)
	}
}

// Of a long history the newest messages that fit are read, at most twenty.
func TestTheHistoryIsBounded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ messages, characters, want int }{{30, 1, 20}, {6, 4000, 4}, {1, 4000, 1}, {0, 0, 0}} {
		r := newRoom("scout")
		for i := range tt.messages {
			r.messages = append(r.messages, said(i+1, scribe, strings.Repeat("é", tt.characters)))
		}
		post(t, r.chat(&strings.Builder{}, nil), operator("x"))
		got := r.told[r.runs[0]].History
		if len(got) != tt.want || tt.want > 0 && got[len(got)-1].Seq != tt.messages {
			t.Errorf("of %d messages of %d characters %d are read", tt.messages, tt.characters, len(got))
		}
	}
}

func TestRoster(t *testing.T) {
	t.Parallel()
	members := newRoom("scout", "scribe").members
	if got := group.Roster(members[1].Scope, members); got != "Guild acme/research: scout, scribe (you)" {
		t.Errorf("got %q", got)
	}
}
