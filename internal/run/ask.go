package run

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

// The fields of Meta of the model's answers and of notices.
const (
	metaModel      = "model"
	metaGeneration = "generation_id" // the provider's
	metaFinish     = "finish_reason"
	metaPrompt     = "prompt_tokens"
	metaCompletion = "completion_tokens"
	metaCached     = "cached_tokens"
	metaCost       = "cost"
	metaCut        = "cut_through" // up to which seq tool results are cut
)

// maxRestarts is how often an answer that broke off is asked for again.
const maxRestarts = 1

// ask asks the model for its next answer and stores it.
func (g *generation) ask() (model.Answer, error) {
	for restarts := 0; ; {
		answer, err := g.complete()
		if err == nil {
			return answer, g.keep(answer)
		}
		if ended := g.interrupted(); ended != nil {
			return answer, ended
		}
		if model.ContextExceeded(err) {
			if !g.shorten() {
				return answer, outgrown(err)
			}
			continue
		}
		after, again := model.Retryable(err)
		if !again || restarts == maxRestarts {
			return answer, err
		}
		restarts++
		g.Hub.Reset(g.Run)
		if err := g.pause(after); err != nil {
			return answer, err
		}
	}
}

func (g *generation) pause(after time.Duration) error {
	select {
	case <-time.After(after):
		return nil
	case <-g.quit.Done():
		return errStopping
	case <-g.ctx.Done():
		return g.interrupted()
	}
}

// complete makes one request. Its text is shown while it streams, redacted.
func (g *generation) complete() (model.Answer, error) {
	if err := g.heed(g.ctx); err != nil {
		return model.Answer{}, err
	}
	messages, err := g.conversation()
	if err != nil {
		return model.Answer{}, err
	}
	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	defer context.AfterFunc(g.quit, cancel)() // a daemon that stops waits for no model
	text, thoughts := g.live(g.Hub.Text), g.live(g.Hub.Thoughts)
	request := model.Request{
		// Once the budget is spent no tool can be called. They are sent all the same: a
		// provider refuses a conversation with calls of tools that it is not shown.
		Messages: messages, Tools: g.tools.ready, NoCalls: g.remaining() <= 0, User: string(g.Agent.ID), SessionID: string(g.Run),
		OnRetry: func(why string, after time.Duration) {
			g.Hub.Retry(g.Run, g.secrets.Redact(why), after)
		},
	}
	answer, err := g.Models.Complete(ctx, g.Agent.Chain[guild.Organisation], g.snapshot.Model, request, func(d model.Delta) {
		text.write(d.Text)
		thoughts.write(d.Reasoning)
	})
	text.close()
	thoughts.close()
	return answer, err
}

// keep stores the model's answer. What it wrote for a secret argument is a secret from
// here on, in its own words too.
func (g *generation) keep(answer model.Answer) error {
	for i, c := range answer.Calls { // which are made as they are on record
		answer.Calls[i].ID, answer.Calls[i].Name = tool.Storable(c.ID), tool.Storable(c.Name)
	}
	g.learn(answer.Calls)
	used := Usage{PromptTokens: answer.Usage.Prompt, CompletionTokens: answer.Usage.Completion, CachedTokens: answer.Usage.Cached, Cost: answer.Usage.Cost}
	g.usage.add(used)
	m := Message{
		ID: guild.NewID(), GenerationID: g.Generation, Kind: Assistant, Text: g.secrets.Redact(tool.Storable(answer.Text)),
		Reasoning: unchanged(g.secrets, answer.Reasoning), Meta: metaOf(answer, used),
	}
	for _, c := range answer.Calls {
		m.Calls = append(m.Calls, model.ToolCall{ID: c.ID, Name: c.Name, Arguments: g.secrets.Redact(tool.Storable(c.Arguments))})
	}
	if err := g.store(g.ctx, m); err != nil {
		return err
	}
	return g.leaveOut(answer.Dropped)
}

// leaveOut says which tools the provider refuses, and offers them no more.
func (g *generation) leaveOut(tools []model.DroppedTool) error {
	for _, dropped := range tools {
		g.tools = g.tools.Without(func(t Offered) bool { return t.Name == dropped.Name })
		why := g.secrets.Redact(fmt.Sprintf("%s is left out of this generation: the model's provider refuses its schema: %s", dropped.Name, dropped.Why))
		g.Log.Warn("a tool is left out of a generation", "run", g.Run, "tool", dropped.Name, "error", why)
		if err := g.note(why, map[string]any{"dropped": dropped.Name}); err != nil {
			return err
		}
	}
	return nil
}

// live returns a place for text that streams. What it shows has been through
// redaction.
func (g *generation) live(show func(run guild.ID, text string)) *live {
	return &live{stream: g.secrets.Stream(), show: func(text string) {
		if text != "" {
			show(g.Run, text)
		}
	}}
}

type live struct {
	stream *redact.Stream
	show   func(string)
}

func (l *live) write(text string) {
	if text != "" {
		l.show(l.stream.Write(text))
	}
}

func (l *live) close() { l.show(l.stream.Close()) }

// note tells the operator something of the run.
func (g *generation) note(text string, meta map[string]any) error {
	return g.store(g.ctx, Message{ID: guild.NewID(), GenerationID: g.Generation, Kind: Notice, Text: strings.TrimSpace(text), Meta: meta})
}
