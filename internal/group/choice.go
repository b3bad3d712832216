package group

import (
	"context"
	"fmt"
	"slices"

	"github.com/guildsbox/guilds/internal/redact"
)

// choice is whom a message wakes, and what they read of what was said before.
type choice struct {
	wake    []Member
	history []Message
}

// plain is the rule without a service: whom the message mentions, or where an operator
// mentions nobody, the guild's first agent. They read all of the history.
func (a arrival) plain() choice {
	c := choice{wake: slices.Clone(a.named), history: a.history}
	if !a.Author.Agent && len(c.wake) == 0 && len(a.others) > 0 {
		c.wake = []Member{a.others[0]}
	}
	return c
}

// choose asks the service, where there is one and something to ask. Whatever keeps it
// from an answer is logged, and leaves the plain rule: who posts need not know.
func (c *Chat) choose(ctx context.Context, a arrival, secrets *redact.Set) choice {
	questions := a.questions()
	if c.Service == nil || len(questions) == 0 {
		return a.plain()
	}
	yes, err := c.Service.Ask(ctx, a.state(secrets), questions)
	if err != nil {
		c.Log.Warn("a group's message goes by its mentions: the service that chooses recipients and history has no answer",
			"guild", a.Guild, "error", secrets.Redact(err.Error()))
		return a.plain()
	}
	return a.judged(yes)
}

// maxAsked bounds for how many agents the service is asked: the oldest. Any other wakes
// by its mention.
const maxAsked = 100

// open are the agents of which the service says whether the message is for them. An
// agent's message is only for whom it mentions.
func (a arrival) open() []Member {
	if a.Author.Agent {
		return nil
	}
	open := slices.DeleteFunc(slices.Clone(a.others), func(m Member) bool {
		return slices.ContainsFunc(a.named, func(n Member) bool { return n.ID == m.ID })
	})
	return open[:min(len(open), maxAsked)]
}

func answerID(m Member) string { return "answer:" + m.Slug() }

func neededID(m Message) string { return fmt.Sprintf("needed:%d", m.Seq) }

// questions are what the service is asked, by their ids; none where nobody could be
// woken.
func (a arrival) questions() map[string]string {
	open := a.open()
	if len(open)+len(a.named) == 0 {
		return nil
	}
	q := map[string]string{}
	for _, m := range open {
		q[answerID(m)] = fmt.Sprintf("Should the agent %q answer the new message? Judge by what each agent is for, by what was said before, and by whom the message speaks to.", m.Slug())
	}
	for _, m := range a.history {
		q[neededID(m)] = fmt.Sprintf("Is message number %d of the history needed to understand the new message or to answer it?", m.Seq)
	}
	return q
}

// probable is from which probability on an answer counts as yes.
const probable = 0.5

// judged is the service's choice. Who is mentioned is woken whatever it says.
func (a arrival) judged(yes map[string]float64) choice {
	c := choice{wake: slices.Clone(a.named)}
	for _, m := range a.open() {
		if yes[answerID(m)] >= probable {
			c.wake = append(c.wake, m)
		}
	}
	for _, m := range a.history {
		if yes[neededID(m)] >= probable {
			c.history = append(c.history, m)
		}
	}
	return c
}
