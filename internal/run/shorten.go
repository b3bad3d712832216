package run

import (
	"fmt"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

// conversation is the run as the model gets it, cut to fit its context. That it was
// cut is on record, so that it is cut alike from then on.
func (g *generation) conversation() ([]model.Message, error) {
	fitted := g.fit()
	g.sent = fitted.tokens
	for i := range fitted.messages { // some was stored before it was known to hold a secret, or comes from a schedule
		fitted.messages[i].Text = g.secrets.Redact(fitted.messages[i].Text)
	}
	if fitted.through == g.cut {
		return fitted.messages, nil
	}
	g.cut = fitted.through
	return fitted.messages, g.note(fmt.Sprintf("the conversation has outgrown the model's context: tool results up to seq %d are cut to their first line", g.cut),
		map[string]any{metaCut: g.cut})
}

// fit cuts the conversation to what the model's context leaves beside the answer and
// the tools, and to what a provider may take after it has refused a longer one.
func (g *generation) fit() fitted {
	room := g.room
	if window := g.Models.Window(g.ctx, g.snapshot.Model); window > 0 {
		left := max(window-window/reserve-g.tools.tokens, 1)
		if room == 0 || left < room {
			room = left
		}
	}
	return fit(g.snapshot.System, g.history, g.cut, room)
}

// shorten sees to it that the next request is shorter than the one that was refused
// for its length, whatever the model's context was thought to be. It reports whether
// there is something left to cut.
func (g *generation) shorten() bool {
	g.room = max(g.sent*2/3, 1)
	return g.fit().through > g.cut
}

// outgrown is the failure of a run that no longer fits, with the provider's words.
func outgrown(err error) error {
	return guild.Errorf(guild.CodeUpstream, "the conversation does not fit the model's context, and no tool result is left to cut: %v", err).
		WithHint("start a new run, or give the agent a model with a longer context")
}
