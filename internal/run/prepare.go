package run

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// recall reads what was done in the run before, and gives every call that was cut off
// a result that says so. A cancellation waits for it.
func (g *generation) recall() (err error) {
	if err := g.heed(g.quit); err != nil {
		return err
	}
	if g.Started {
		g.snapshot, err = patiently(g.quit, func(ctx context.Context) (Snapshot, error) { return g.Store.RunSnapshot(ctx, g.Run) })
		if err != nil {
			return err
		}
	}
	g.history, err = patiently(g.quit, func(ctx context.Context) ([]Message, error) { return g.Store.Messages(ctx, g.Run, 0) })
	if err != nil {
		return err
	}
	g.recount()
	return g.settle(g.quit, "ERROR: interrupted")
}

// answered reports whether the model's last answer is on record: the daemon was gone
// before it could end the generation.
func (g *generation) answered() bool {
	last := lastAnswer(g.history)
	return last >= 0 && g.history[last].GenerationID == g.Generation && len(g.history[last].Calls) == 0
}

// prepare gets the generation to where its next step is the model's.
func (g *generation) prepare() error {
	now, err := g.freshen()
	if err != nil {
		return err
	}
	if g.Started {
		g.tools = g.snapshot.Tools.Without(func(t Offered) bool { return !now.stillOn(t) }) // what is off now is dropped
	} else if err := g.begin(now); err != nil {
		return err
	}
	if g.snapshot.Model == "" {
		return guild.Errorf(guild.CodeUnsupported, "%s has no model", g.Agent.Path).
			WithHint("guildsctl agent edit %s --model openrouter/MODEL; guildsctl model list shows them", g.Agent.Path)
	}
	g.natives = make(map[string]tool.Tool, len(g.Offers.Natives.Tools))
	for _, t := range g.Offers.Natives.Tools {
		g.natives[t.Name] = t
	}
	return nil
}

// freshen returns what the agent is offered now, after logins whose listing no longer
// serves were listed again. What fails there keeps the stored listing.
func (g *generation) freshen() (*offered, error) {
	now, err := g.now()
	if err == nil && g.Logins.Freshen(g.ctx, now.usable) {
		now, err = g.now()
	}
	if err == nil {
		err = now.check()
	}
	return now, err
}

func (g *generation) now() (*offered, error) {
	return patiently(g.ctx, func(ctx context.Context) (*offered, error) {
		s, err := g.Store.Look(ctx, g.Agent.ID)
		if err != nil {
			return nil, err
		}
		return g.Offers.of(offerKey{g.Agent.ID, g.Trigger, flagsOf(s.Settings)}, s.Offer)
	})
}

// begin takes the run's snapshot.
func (g *generation) begin(now *offered) (err error) {
	state := ""
	if len(now.stated) > 0 {
		state = g.Logins.State(g.ctx, now.stated)
	}
	g.snapshot, err = patiently(g.ctx, func(ctx context.Context) (Snapshot, error) {
		return g.Store.TakeSnapshot(ctx, g.Claim, func(s Sight) (Snapshot, error) { return g.compose(s, state) })
	})
	g.tools = g.snapshot.Tools
	return err
}

func (g *generation) compose(s Sight, state string) (Snapshot, error) {
	flags := flagsOf(s.Settings)
	now, err := g.Offers.within(offerKey{g.Agent.ID, g.Trigger, flags}, s.Offer)
	if err == nil {
		err = now.check()
	}
	if err != nil {
		return Snapshot{}, err
	}
	return Snapshot{
		Model: s.Settings.Model, System: g.secrets.Redact(prompt(s, state)), MaxToolCalls: s.Settings.MaxToolCalls,
		Flags: flags, Logins: now.logins, Tools: now.tools,
	}, nil
}

// recount finds in the history what this generation has done already, and what was
// cut of it.
func (g *generation) recount() {
	g.made = map[string]int{}
	for _, m := range g.history {
		switch m.Kind {
		case ToolKind:
			g.made[callKey(m.Result.Tool, m.Result.Arguments)]++
			if m.GenerationID == g.Generation {
				g.calls++
			}
		case Assistant:
			if m.GenerationID == g.Generation {
				g.usage.add(usageOf(m.Meta))
			}
		case Notice:
			if seq, ok := m.Meta[metaCut].(float64); ok {
				g.cut = int(seq)
			}
		}
	}
}

// settle gives every call that has no result the one that says so. The model decides
// then; a call is never made twice.
func (g *generation) settle(ctx context.Context, text string) error {
	last := lastAnswer(g.history)
	if last < 0 {
		return nil
	}
	results := resultsOf(g.history, last)
	for _, c := range g.history[last].Calls {
		if _, ok := results[c.ID]; ok {
			continue
		}
		if err := g.store(ctx, g.stamped(c, tool.Result{Text: text, Failed: true}, nil, nil, g.remaining()-1, 0)); err != nil {
			return err
		}
	}
	return nil
}

// lastAnswer returns the index of the model's last answer, or -1.
func lastAnswer(history []Message) int {
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Kind == Assistant {
			return i
		}
	}
	return -1
}
