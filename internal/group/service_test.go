package group_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/group"
)

// service says yes to what it is told to, and keeps what it was asked last.
type service struct {
	yes   []string
	err   error
	state string
	asked []string
}

func (s *service) Ask(_ context.Context, state any, questions map[string]string) (map[string]float64, error) {
	data, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	s.state, s.asked = string(data), slices.Sorted(maps.Keys(questions))
	out := map[string]float64{}
	for id := range questions {
		out[id] = 0.49
		if slices.Contains(s.yes, id) {
			out[id] = 0.5
		}
	}
	return out, s.err
}

func TestTheServiceChooses(t *testing.T) {
	t.Parallel()
	everyone := []string{"answer:cook", "answer:scout", "answer:scribe"}
	for _, tt := range []struct {
		name  string
		draft group.Draft
		yes   []string
		asked []string // beside the history
		woken string
	}{
		{"one", operator("Write it down."), []string{"answer:scribe"}, everyone, "scribe"},
		{"several", operator("Go."), everyone, everyone, "cook scout scribe"},
		{"nobody", operator("Thanks!"), nil, everyone, ""},
		{"a mention counts whatever it says", operator("@cook hello"), []string{"answer:scout"}, everyone[1:], "cook scout"},
		{"all are mentioned", operator("@all hello"), nil, nil, "cook scout scribe"},
		{"an agent's message is for whom it mentions", agent("scout", "", "@cook hello"), everyone, nil, "cook"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, log := newRoom("scout", "scribe", "cook"), &strings.Builder{}
			s := &service{yes: append(tt.yes, "needed:2")}
			for _, text := range []string{"first", "second", "third"} {
				post(t, r.chat(log, nil), agent("cook", "", text))
			}
			if got := post(t, r.chat(log, s), tt.draft); woken(got) != tt.woken {
				t.Errorf("woke %q, want %q", woken(got), tt.woken)
			}
			if diff := cmp.Diff(append(slices.Clone(tt.asked), "needed:1", "needed:2", "needed:3"), s.asked); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			for _, run := range r.runs {
				if h := r.told[run].History; len(h) != 1 || h[0].Text != "second" {
					t.Errorf("the history is %v", h)
				}
			}
			if log.Len() > 0 {
				t.Errorf("the log says %s", log)
			}
		})
	}
}

func TestNobodyToWakeIsNoQuestion(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]group.Draft{"no mention": agent("scout", "", "Done."), "itself": agent("scout", "", "@scout")} {
		s := &service{}
		if post(t, newRoom("scout", "scribe").chat(&strings.Builder{}, s), d); s.asked != nil {
			t.Errorf("%s: asked %q", name, s.asked)
		}
	}
}

// What keeps the service from an answer is in the log, without secrets, and the mentions
// decide.
func TestWithoutAnAnswerTheMentionsDecide(t *testing.T) {
	t.Parallel()
	r, log := newRoom("scout", "scribe"), &strings.Builder{}
	c := r.chat(log, &service{yes: []string{"answer:scribe"}, err: errors.New("HTTP 500: " + secret)})
	if got := post(t, c, operator("Hello.")); woken(got) != "scout" {
		t.Errorf("woke %q", woken(got))
	}
	if got := post(t, c, operator("@scribe, hello.")); woken(got) != "scribe" || len(r.told[r.runs[1]].History) != 1 {
		t.Errorf("woke %q", woken(got))
	}
	if !strings.Contains(log.String(), "HTTP 500") || strings.Contains(log.String(), secret) {
		t.Errorf("the log says %s", log)
	}
}

func TestTheStateNamesAllAndHidesSecrets(t *testing.T) {
	t.Parallel()
	r, s := newRoom("scout", "scribe"), &service{}
	r.members[1].About = "uses " + secret + "\nfor notes"
	r.messages = []group.Message{{Seq: 1, Author: group.Author{Name: "scribe", Agent: true}, Text: "old " + secret}}
	post(t, r.chat(&strings.Builder{}, s), operator("new "+secret))
	want := `{"guild":"acme/research","agents":[{"name":"scout","for":"does scout things"},{"name":"scribe","for":"uses [redacted:KEY] for notes"}],` +
		`"history":[{"number":1,"from":"@scribe","text":"old [redacted:KEY]"}],"new_message":{"from":"operator uid 0","text":"new [redacted:KEY]"}}`
	if diff := cmp.Diff(want, s.state); diff != "" {
		t.Errorf("the state (-want +got):\n%s", diff)
	}
}
