package localapi_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/pkg/api"
)

// runOf returns a run of an agent that waits for ever: nothing works on it here.
func (b *box) runOf(t testing.TB, agent guild.Scope) string {
	t.Helper()
	id, err := b.db.StartRun(t.Context(), run.New{AgentID: agent.ID, Trigger: tool.Direct, Message: "Go.", Caller: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return string(id)
}

// overRun returns a run that is over, so that watching it ends.
func (b *box) overRun(t testing.TB, agent guild.Scope) string {
	t.Helper()
	id := b.runOf(t, agent)
	if _, err := b.db.CancelRun(t.Context(), guild.ID(id)); err != nil {
		t.Fatal(err)
	}
	return id
}

// What an operator types is kept without the agent's secrets.
func TestAMessageToARunIsMasked(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	scout := pgtest.Tree(t, b.db.DB, "masked", "masked/guild", "masked/guild/scout")["masked/guild/scout"]
	started, err := b.local.StartRun(t.Context(), api.NewRun{AgentID: string(scout.ID), Message: "Log in with " + canary + "."})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.local.ContinueRun(t.Context(), started.RunID, api.NewMessage{Message: canary + " again"}); err != nil {
		t.Fatal(err)
	}
	r, err := b.local.GetRun(t.Context(), started.RunID)
	if err != nil || r.Title != "Log in with [redacted:canary]." || r.Generations[1].Message != "[redacted:canary] again" {
		t.Errorf("kept: %q, %+v (%v)", r.Title, r.Generations, err)
	}
}
