package postgres_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// sameSettings compares all but the time of the last edit.
var sameSettings = cmpopts.IgnoreFields(agent.Settings{}, "UpdatedAt")

func TestAnAgentBeginsWithTheDefaults(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout")
	want := agent.Settings{MaxToolCalls: 100, MaxScripts: 10, Scripting: true, Memory: true}
	got, err := db.AgentSettings(t.Context(), tree["acme/research/scout"].ID)
	if diff := cmp.Diff(want, got, sameSettings); err != nil || diff != "" || got.UpdatedAt.IsZero() {
		t.Errorf("a new agent: %v, edited %s (-want +got):\n%s", err, got.UpdatedAt, diff)
	}
	made, err := db.CreateAgent(t.Context(), tree["acme/research"], "scribe", "", "deepinfra/a/b")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := db.AgentSettings(t.Context(), made.ID); err != nil || got.Model != "deepinfra/a/b" || got.MaxToolCalls != 100 {
		t.Errorf("an agent made with a model: %+v (%v)", got, err)
	}
	for _, path := range []string{"platform", "acme", "acme/research"} {
		if _, err := db.AgentSettings(t.Context(), tree[path].ID); guild.CodeOf(err) != guild.CodeNotFound {
			t.Errorf("%s is no agent and has settings: %v", path, err)
		}
	}
}

func TestEditAgent(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	id := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout")["acme/research/scout"].ID
	model, text, calls, scripts, yes, no := "openrouter/a/b", "Be brief.", 7, 0, true, false
	want := agent.Settings{Model: model, Instructions: text, MaxToolCalls: 7, Coding: true, Browser: true}
	got, err := db.EditAgent(t.Context(), id, agent.Patch{
		Model: &model, Instructions: &text, MaxToolCalls: &calls, MaxScripts: &scripts,
		Coding: &yes, Browser: &yes, Scripting: &no, Memory: &no,
	})
	if diff := cmp.Diff(want, got, sameSettings); err != nil || diff != "" {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	bad, none := "nothing", 0
	if _, err := db.EditAgent(t.Context(), id, agent.Patch{Model: &bad, MaxToolCalls: &none, Coding: &no}); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("settings that cannot be: %v", err)
	}
	after, err := db.AgentSettings(t.Context(), id)
	if diff := cmp.Diff(got, after); err != nil || diff != "" {
		t.Errorf("after a refusal: %v (-want +got):\n%s", err, diff)
	}
	if _, err := db.EditAgent(t.Context(), guild.PlatformID, agent.Patch{}); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("the platform was edited as an agent: %v", err)
	}
}

// Edits of different settings at once are all kept.
func TestEditsTakeTurns(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	id := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout")["acme/research/scout"].ID
	yes, no := true, false
	var editing sync.WaitGroup
	for _, p := range []agent.Patch{{Coding: &yes}, {Browser: &yes}, {Scripting: &no}, {Memory: &no}} {
		editing.Go(func() {
			if _, err := db.EditAgent(t.Context(), id, p); err != nil {
				t.Error(err)
			}
		})
	}
	editing.Wait()
	got, err := db.AgentSettings(t.Context(), id)
	want := agent.Settings{MaxToolCalls: 100, MaxScripts: 10, Coding: true, Browser: true}
	if diff := cmp.Diff(want, got, sameSettings); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
