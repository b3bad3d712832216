package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/internal/tool"
)

// startRun starts a run that was told to work.
func (b box) startRun(t *testing.T, agent guild.Scope) guild.ID {
	t.Helper()
	id, err := b.db.StartRun(t.Context(), run.New{AgentID: agent.ID, Trigger: tool.Direct, Message: "work", Caller: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// told returns what a run was told, in order.
func (b box) told(t *testing.T, run guild.ID) (messages []string) {
	t.Helper()
	generations, err := b.db.Generations(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range generations {
		messages = append(messages, g.Input)
	}
	return messages
}

// askIn asks for a secret in a run.
func (b box) askIn(t *testing.T, agent guild.Scope, run guild.ID, name string) secret.Request {
	t.Helper()
	r, _, err := b.db.OpenRequest(t.Context(), secret.Request{ID: guild.NewID(), AgentID: agent.ID, Run: run, Name: name, Reason: "to look"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (b box) ask(t *testing.T, agent, name, reason string) (secret.Request, bool) {
	t.Helper()
	r, opened, err := b.db.OpenRequest(t.Context(), secret.Request{ID: guild.NewID(), AgentID: b.tree[agent].ID, Run: guild.NewID(), Name: name, Reason: reason})
	if err != nil {
		t.Fatal(err)
	}
	return r, opened
}

func TestAnOpenRequestIsNotDoubled(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/research/writer")
	first, opened := b.ask(t, "acme/research/scout", "A_KEY", "to look")
	if !opened || first.Status != secret.Open || first.Agent != "acme/research/scout" {
		t.Errorf("the first is %+v, opened %v", first, opened)
	}
	if counts, err := b.db.Counts(t.Context(), b.tree["acme"].ID); err != nil || counts.Asked != 1 {
		t.Errorf("acme has %+v (%v); want one request", counts, err)
	}
	again, opened := b.ask(t, "acme/research/scout", "A_KEY", "to look again")
	if opened || !cmp.Equal(again, first) {
		t.Errorf("asked again: %+v, opened %v; want the first", again, opened)
	}
	if _, opened := b.ask(t, "acme/research/writer", "A_KEY", "to write"); !opened {
		t.Error("another agent's request was not opened")
	}
	if _, err := b.db.CloseRequest(t.Context(), secret.Request{ID: first.ID, Status: secret.Declined, ClosedBy: "ada", Note: "no"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, opened := b.ask(t, "acme/research/scout", "A_KEY", "once more"); !opened {
		t.Error("after a declined request none can be opened")
	}
}

func TestARequestIsClosedOnce(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	asked, _ := b.ask(t, "acme/research/scout", "A_KEY", "to look")
	answer := secretAt(b.tree["acme/research/scout"], "A_KEY", "value")
	closed, err := b.db.CloseRequest(t.Context(), secret.Request{ID: asked.ID, Status: secret.Answered, ClosedBy: "ada"}, &answer)
	if err != nil || closed.Status != secret.Answered || closed.ClosedAt == nil || closed.Run != asked.Run {
		t.Fatalf("closed: %+v (%v)", closed, err)
	}
	other := secretAt(b.tree["acme/research/scout"], "A_KEY", "other")
	_, err = b.db.CloseRequest(t.Context(), secret.Request{ID: asked.ID, Status: secret.Answered, ClosedBy: "bob"}, &other)
	if guild.CodeOf(err) != guild.CodeConflict || err.Error() != "the request for A_KEY is answered already, by ada" {
		t.Errorf("closed again: %v", err)
	}
	if got := inWords(t)(b.db.SecretsOf(t.Context(), answer.ScopeID)); !cmp.Equal(got, []string{"A_KEY at acme/research/scout: value"}) {
		t.Errorf("stored are %v", got)
	}
	if _, err := b.db.CloseRequest(t.Context(), secret.Request{ID: guild.NewID(), Status: secret.Declined}, nil); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("an unknown request: %v", err)
	}
	for all, want := range map[bool]int{false: 0, true: 1} {
		if got, err := b.db.SecretRequests(t.Context(), b.tree["acme"].ID, all); err != nil || len(got) != want {
			t.Errorf("all %v: there are %v (%v)", all, got, err)
		}
	}
}

// A request that is closed, the secret that answers it and the message to the run are
// stored together, or none of them is.
func TestAnAnswerAndItsMessageAreOneCommit(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	scout := b.tree["acme/research/scout"]
	asked := b.askIn(t, scout, b.startRun(t, scout), "A_KEY")
	answer := secretAt(scout, "A_KEY", "value")
	exec := func(sql string) {
		t.Helper()
		if _, err := b.db.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`alter table generations add constraint full_up check (number < 2)`)
	if _, err := b.db.CloseRequest(t.Context(), secret.Request{ID: asked.ID, Status: secret.Answered, ClosedBy: "ada"}, &answer); err == nil {
		t.Fatal("a run that cannot go on was told")
	}
	if still, err := b.db.SecretRequest(t.Context(), asked.ID); err != nil || still.Status != secret.Open {
		t.Errorf("without its message the request is %s (%v)", still.Status, err)
	}
	if got := inWords(t)(b.db.SecretsOf(t.Context(), scout.ID)); len(got) != 0 {
		t.Errorf("without its message the answer is stored: %v", got)
	}
	exec(`alter table generations drop constraint full_up`)
	closed, err := b.db.CloseRequest(t.Context(), secret.Request{ID: asked.ID, Status: secret.Answered, ClosedBy: "ada"}, &answer)
	if err != nil {
		t.Fatal(err)
	}
	if got := inWords(t)(b.db.SecretsOf(t.Context(), scout.ID)); len(got) != 1 {
		t.Errorf("stored are %v", got)
	}
	if diff := cmp.Diff([]string{"work", closed.Message()}, b.told(t, asked.Run)); diff != "" {
		t.Errorf("the run was told (-want +got):\n%s", diff)
	}
}

// Whom nobody waits for is answered in silence: a test of the tool, and a run that
// is gone.
func TestAnAnswerThatNoRunHearsOfIsStored(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	scout := b.tree["acme/research/scout"]
	for name, run := range map[string]guild.ID{"A_KEY": "", "B_KEY": guild.NewID()} {
		asked := b.askIn(t, scout, run, name)
		answer := secretAt(scout, name, "value")
		closed, err := b.db.CloseRequest(t.Context(), secret.Request{ID: asked.ID, Status: secret.Answered, ClosedBy: "ada"}, &answer)
		if err != nil || closed.Status != secret.Answered {
			t.Errorf("of the run %q: %+v (%v)", run, closed, err)
		}
	}
	if got := inWords(t)(b.db.SecretsOf(t.Context(), scout.ID)); len(got) != 2 {
		t.Errorf("stored are %v", got)
	}
}

// An operator who stores the secret itself has answered all who ask for it there.
func TestAStoredSecretAnswersTheRequestsBelow(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/research/writer", "acme/sales", "acme/sales/seller")
	asked := map[string]secret.Request{}
	for _, at := range []string{"acme/research/scout", "acme/research/writer", "acme/sales/seller"} {
		asked[at] = b.askIn(t, b.tree[at], b.startRun(t, b.tree[at]), "A_KEY")
	}
	other := b.askIn(t, b.tree["acme/research/scout"], b.startRun(t, b.tree["acme/research/scout"]), "B_KEY")

	own := secretAt(b.tree["acme/research/writer"], "A_KEY", "made")
	own.ByAgent = true
	if done, err := b.db.SaveSecret(t.Context(), own); err != nil || len(done.Answered) != 0 {
		t.Errorf("the agent's own answers %+v (%v)", done.Answered, err)
	}
	done, err := b.db.SaveSecret(t.Context(), secretAt(b.tree["acme/research"], "A_KEY", "value"))
	if err != nil || len(done.Answered) != 2 {
		t.Fatalf("answered are %+v (%v)", done.Answered, err)
	}
	for _, r := range done.Answered {
		if r.Status != secret.Answered || r.ClosedBy != "ada" || r.ClosedAt == nil {
			t.Errorf("answered is %+v", r)
		}
		if diff := cmp.Diff([]string{"work", r.Message()}, b.told(t, asked[r.Agent].Run)); diff != "" {
			t.Errorf("the run of %s was told (-want +got):\n%s", r.Agent, diff)
		}
	}
	for _, r := range []secret.Request{asked["acme/sales/seller"], other} {
		if still, err := b.db.SecretRequest(t.Context(), r.ID); err != nil || still.Status != secret.Open || len(b.told(t, r.Run)) != 1 {
			t.Errorf("the request of %s for %s is %s (%v)", r.Agent, r.Name, still.Status, err)
		}
	}
}
