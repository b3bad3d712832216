package model

import (
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// maxAnswer bounds an answer, in bytes of text, reasoning and arguments. The
// longest that a model can write today are a tenth of it.
const maxAnswer = 4 << 20

// gatherer makes an Answer of chunks.
type gatherer struct {
	onDelta func(Delta)

	text, refusal, thoughts strings.Builder
	calls                   calls
	details                 reasoning
	answer                  Answer
	size                    int
	began                   bool // something of the answer was shown
}

// add takes a chunk that is no error.
func (g *gatherer) add(c chunk) error {
	if g.answer.GenerationID == "" {
		g.answer.GenerationID = c.ID
	}
	if c.Model != "" {
		g.answer.Model = c.Model
	}
	if c.Usage != nil {
		g.answer.Usage = c.Usage.usage()
	}
	for _, choice := range c.Choices[:min(1, len(c.Choices))] { // one is asked for
		if choice.Finish != "" {
			g.answer.Finish = choice.Finish
		}
		if choice.Message != nil {
			choice.Delta = *choice.Message
		}
		g.take(choice.Delta)
	}
	if g.size > maxAnswer {
		return guild.Errorf(guild.CodeUpstream, "the model's answer has more than %d MiB, which is not read", maxAnswer>>20)
	}
	return nil
}

func (g *gatherer) take(p piece) {
	g.think(p)
	if p.Content != "" {
		g.text.WriteString(string(p.Content))
		g.show(Delta{Text: string(p.Content)}, len(p.Content))
	}
	g.refusal.WriteString(string(p.Refusal))
	g.size += len(p.Refusal)
	for _, c := range p.ToolCalls {
		g.size += len(c.ID) + len(c.Function.Name) + len(c.Function.Arguments)
		if at, began := g.calls.add(c); began {
			g.show(Delta{Call: &CallStart{Index: at, Name: c.Function.Name}}, 0)
		}
	}
}

// think takes the reasoning. Providers write the same words under more than one
// key, of which the first that is filled counts.
func (g *gatherer) think(p piece) {
	var inDetails strings.Builder
	for _, raw := range p.Details {
		g.size += len(raw)
		inDetails.WriteString(g.details.add(raw))
	}
	for _, words := range []string{string(p.Reasoning), string(p.ReasoningContent), inDetails.String()} {
		if words != "" {
			g.thoughts.WriteString(words)
			g.show(Delta{Reasoning: words}, len(words))
			return
		}
	}
}

func (g *gatherer) show(d Delta, size int) {
	g.size += size
	g.began = true
	if g.onDelta != nil {
		g.onDelta(d)
	}
}

// finish returns the answer. What a model says when it refuses is its text.
func (g *gatherer) finish() (Answer, error) {
	a := g.answer
	a.Text, a.Thoughts, a.Calls = g.text.String(), g.thoughts.String(), g.calls.all()
	if a.Text == "" {
		a.Text = g.refusal.String()
	}
	var err error
	a.Reasoning, err = g.details.list()
	return a, err
}
