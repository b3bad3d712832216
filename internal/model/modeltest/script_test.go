package modeltest_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/modeltest"
)

func conversation(system string, said ...string) []model.Message {
	all := []model.Message{{Role: model.System, Text: system}, {Role: model.User, Text: "hello"}}
	for _, text := range said {
		all = append(all, model.Message{Role: model.Assistant, Text: text}, model.Message{Role: model.User, Text: "go on"})
	}
	return all
}

func complete(t *testing.T, s *modeltest.Server, id string, messages []model.Message) (model.Answer, error) {
	t.Helper()
	return provider(t, "openrouter", s.OpenRouter()).Complete(t.Context(), "key", model.Request{Model: id, Messages: messages}, nil)
}

func TestTheRequestAloneChoosesTheTurn(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Turn{Text: "default 1"}, modeltest.Turn{Text: "default 2"})
	s.Play("marked", modeltest.Turn{Text: "marked 1"}, modeltest.Turn{Text: "marked 2"})
	s.Play("named", modeltest.Turn{Text: "named 1"})
	s.React("reacting", func(r modeltest.Request) modeltest.Turn {
		return modeltest.Turn{Text: fmt.Sprintf("%d after %q", r.Turns(), r.Last().Text())}
	})
	for range 2 { // asked again, it says the same again
		for _, tt := range []struct {
			model    string
			messages []model.Message
			want     string
		}{
			{"acme/worker", conversation("Work."), "default 1"},
			{"acme/worker", conversation("Work.", "default 1"), "default 2"},
			{"acme/worker", conversation("Work. " + modeltest.Mark("marked")), "marked 1"},
			{"acme/named", conversation(modeltest.Mark("marked"), "marked 1"), "marked 2"},
			{"acme/named", conversation("Work."), "named 1"},
			{"acme/worker", append(conversation("Work."), model.Message{Role: model.User, Text: modeltest.Mark("marked")}), "default 1"},
			{"acme/reacting", conversation("Work.", "x"), `1 after "go on"`},
		} {
			got, err := complete(t, s, tt.model, tt.messages)
			if err != nil || got.Text != tt.want {
				t.Errorf("%s: %q, %v; want %q", tt.model, got.Text, err, tt.want)
			}
		}
	}
}

func TestFirstIsPlayedOnceInEachConversation(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Turn{Text: "then", First: []modeltest.Turn{{Text: "one"}, {Text: "two"}}})
	for _, system := range []string{"Work.", "Rest."} {
		for _, want := range []string{"one", "two", "then", "then"} {
			if got, err := complete(t, s, "acme/worker", conversation(system)); err != nil || got.Text != want {
				t.Errorf("%q, %v; want %q", got.Text, err, want)
			}
		}
	}
}

func TestAnAnswerWaitsAtItsGates(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Turn{Text: "a long answer to wait for", Hold: "before", HoldMidway: "middle"})
	var wait sync.WaitGroup
	var said strings.Builder
	wait.Go(func() {
		p := provider(t, "openrouter", s.OpenRouter())
		_, err := p.Complete(t.Context(), "key", model.Request{Model: "acme/worker", Messages: conversation("Work.")}, func(d model.Delta) { said.WriteString(d.Text) })
		if err != nil {
			t.Error(err)
		}
	})
	<-s.Held("before")
	select {
	case <-s.Held("middle"):
		t.Error("the answer was not held")
	default:
	}
	s.Release("before")
	<-s.Held("middle")
	s.Release("middle")
	wait.Wait()
	if said.String() != "a long answer to wait for" {
		t.Errorf("the model said %q", said.String())
	}
}

func TestAScriptFile(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t)
	if err := s.PlayFile([]byte(`[{"text": "one", "usage": {"cost": 0.5}}]`)); err != nil {
		t.Fatal(err)
	}
	if err := s.PlayFile([]byte(`{"other": [{"calls": [{"name": "a", "arguments": {"b": 1}}, {"name": "c", "arguments": "{no"}]}]}`)); err != nil {
		t.Fatal(err)
	}
	if got, err := complete(t, s, "acme/worker", conversation("Work.")); err != nil || got.Text != "one" || got.Usage.Cost != "0.5" {
		t.Errorf("%+v, %v", got, err)
	}
	got, err := complete(t, s, "acme/other", conversation("Work."))
	if err != nil || len(got.Calls) != 2 || got.Calls[0].Arguments != `{"b": 1}` || got.Calls[1].Arguments != "{no" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{`[{"txet": "one"}]`, `{"other": 1}`, `"one"`} {
		if s.PlayFile([]byte(bad)) == nil {
			t.Errorf("%s passes for a script", bad)
		}
	}
}

// TestAHundredConversationsAtOnce plays as many scripts from one server.
func TestAHundredConversationsAtOnce(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t)
	var wait sync.WaitGroup
	for n := range 100 {
		name := fmt.Sprintf("run-%d", n)
		s.Play(name, modeltest.Turn{Text: name + " first"}, modeltest.Turn{Text: name + " second", Pieces: "awkward"})
		wait.Go(func() {
			for turn, want := range []string{name + " first", name + " second"} {
				said := []string{name + " first"}[:turn]
				got, err := complete(t, s, "acme/worker", conversation(modeltest.Mark(name), said...))
				if err != nil || got.Text != want {
					t.Errorf("%q, %v; want %q", got.Text, err, want)
				}
			}
		})
	}
	wait.Wait()
}
