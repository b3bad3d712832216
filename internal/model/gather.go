package model

import (
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// The bounds of an answer. The longest that a model can write today are a tenth of
// them.
const (
	maxAnswer = 4 << 20 // bytes of text, reasoning and arguments
	maxCalls  = 256
)

// gatherer makes an Answer of chunks.
type gatherer struct {
	onDelta func(Delta)

	text, refusal, thoughts strings.Builder
	block                   thinkBlock
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
	switch {
	case g.size > maxAnswer:
		return guild.Errorf(guild.CodeUpstream, "the model's answer has more than %d MiB, which is not read", maxAnswer>>20)
	case len(g.calls.open) > maxCalls:
		return guild.Errorf(guild.CodeUpstream, "the model's answer has more than %d tool calls, which are not read", maxCalls)
	}
	return nil
}

func (g *gatherer) take(p piece) {
	g.think(p)
	g.say(g.block.add(string(p.Content)))
	g.refusal.WriteString(string(p.Refusal))
	g.size += len(p.Refusal)
	for _, c := range p.ToolCalls {
		g.size += len(c.ID) + len(c.Function.Name) + len(c.Function.Arguments)
		if at, began := g.calls.add(c); began {
			g.show(Delta{Call: &CallStart{Index: at, Name: c.Function.Name}}, 0)
		}
		if len(g.calls.open) > maxCalls {
			return // and add refuses the answer
		}
	}
}

// say takes what the content holds.
func (g *gatherer) say(thoughts, text string) {
	if thoughts != "" {
		g.thoughts.WriteString(thoughts)
		g.show(Delta{Reasoning: thoughts}, len(thoughts))
	}
	if text != "" {
		g.text.WriteString(text)
		g.show(Delta{Text: text}, len(text))
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
			g.say(words, "")
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
	g.say(g.block.end())
	a := g.answer
	a.Text, a.Thoughts, a.Calls = g.text.String(), g.thoughts.String(), g.calls.all()
	if a.Text == "" {
		a.Text = g.refusal.String()
	}
	var err error
	a.Reasoning, err = g.details.list()
	return a, err
}
