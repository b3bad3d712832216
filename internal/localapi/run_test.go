package localapi_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
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
