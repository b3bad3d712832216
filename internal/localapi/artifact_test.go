package localapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

// writeDown gives an agent the note plan.md and a memory, of which it returns an
// earlier version.
func (b *box) writeDown(t testing.TB, agent guild.Scope) guild.ID {
	t.Helper()
	path := artifact.Path{Level: guild.Agent, Key: "plan.md"}
	if _, err := b.db.PutNote(t.Context(), agent.ID, path, "plan", artifact.Author{Name: agent.Path}); err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"first", "second"} {
		if _, err := b.db.WriteMemory(t.Context(), agent.ID, content, artifact.Author{Name: agent.Path, Run: guild.NewID()}); err != nil {
			t.Fatal(err)
		}
	}
	revisions, err := b.db.MemoryRevisions(t.Context(), agent.ID)
	if err != nil || len(revisions) == 0 {
		t.Fatalf("there is no earlier version (%v)", err)
	}
	return revisions[0].ID
}

func TestNotesOverTheAPI(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	agent, acme := b.id(agentPath), b.id("acme")
	put := func(scope, level, key, content string) (api.NoteWritten, error) {
		return b.local.PutNote(t.Context(), level, key, api.NoteContent{ScopeID: scope, Content: content})
	}
	first, err := put(agent, "agent", "häuser & höfe?.md", "eins\n")
	if diff := cmp.Diff(api.NoteWritten{Path: "agent/häuser & höfe?.md", Created: true, Bytes: 5}, first); err != nil || diff != "" {
		t.Errorf("a new note: %v (-want +got):\n%s", err, diff)
	}
	again, err := put(agent, "agent", "häuser & höfe?.md", "zwei")
	if diff := cmp.Diff(api.NoteWritten{Path: "agent/häuser & höfe?.md", Bytes: 4, BytesBefore: 5}, again); err != nil || diff != "" {
		t.Errorf("a note that is replaced: %v (-want +got):\n%s", err, diff)
	}
	if _, err := put(agent, "org", "all.md", "seen from the agent"); err != nil {
		t.Fatal(err)
	}
	got, err := b.local.GetNote(t.Context(), acme, "org", "all.md")
	if err != nil || got.Content != "seen from the agent" || got.Author == "" || got.Path != "org/all.md" {
		t.Errorf("the same note from above: %+v (%v)", got, err)
	}
	for _, tt := range []struct {
		name  string
		query api.NoteQuery
		want  string
	}{
		{"all", api.NoteQuery{ScopeID: agent}, "2: org/all.md agent/häuser & höfe?.md"},
		{"a page", api.NoteQuery{ScopeID: agent, Limit: 1, Offset: 1}, "2: agent/häuser & höfe?.md"},
		{"a level", api.NoteQuery{ScopeID: agent, Level: "org"}, "1: org/all.md"},
		{"a search", api.NoteQuery{ScopeID: agent, Query: "ZWEI"}, "1: agent/häuser & höfe?.md"},
		{"from the organisation", api.NoteQuery{ScopeID: acme}, "1: org/all.md"},
		{"from the platform", api.NoteQuery{ScopeID: b.id("platform")}, "0:"},
	} {
		list, err := b.local.ListNotes(t.Context(), tt.query)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		text := []string{string(rune('0'+list.Total)) + ":"}
		for _, n := range list.Notes {
			text = append(text, n.Path)
		}
		if got := strings.Join(text, " "); got != tt.want {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.want)
		}
	}
	if err := b.local.DeleteNote(t.Context(), agent, "org", "all.md"); err != nil {
		t.Error(err)
	}
	_, err = b.local.GetNote(t.Context(), acme, "org", "all.md")
	wantProblem(t, err, api.CodeNotFound, "there is no note org/all.md")
}

// A token reaches its scope and what lies below: notes of the levels above are not
// there for it.
func TestNotesAboveACallersReach(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	agent := b.id(agentPath)
	for _, level := range []string{"agent", "guild", "org"} {
		if _, err := b.local.PutNote(t.Context(), level, "a.md", api.NoteContent{ScopeID: agent, Content: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	of := b.at(t, "acme/research", access.Operator)
	list, err := of.ListNotes(t.Context(), api.NoteQuery{ScopeID: agent})
	if err != nil || list.Total != 2 {
		t.Errorf("a token of the guild lists %+v (%v); want two", list, err)
	}
	_, err = of.GetNote(t.Context(), agent, "org", "a.md")
	wantProblem(t, err, api.CodeNotFound, "within your reach")
	_, err = of.PutNote(t.Context(), "org", "a.md", api.NoteContent{ScopeID: agent, Content: "y"})
	wantProblem(t, err, api.CodeNotFound, "within your reach")
	_, err = b.local.GetNote(t.Context(), b.id("acme"), "agent", "a.md")
	wantProblem(t, err, api.CodeNotFound, "acme has no level agent")
	_, err = b.local.PutNote(t.Context(), "team", "a/b", api.NoteContent{ScopeID: agent, Content: "y"})
	wantProblem(t, err, api.CodeInvalid, "cannot be written")
}

func TestMemoryOverTheAPI(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	agent := b.id(agentPath)
	none, err := b.local.GetMemory(t.Context(), agent)
	if diff := cmp.Diff(api.Memory{}, none); err != nil || diff != "" {
		t.Errorf("before the first: %v (-want +got):\n%s", err, diff)
	}
	revision := b.writeDown(t, b.tree[agentPath])
	list, err := b.local.ListMemoryRevisions(t.Context(), agent)
	if err != nil || len(list) != 1 || list[0].Content != "" || list[0].Characters != 5 || list[0].RunID == "" || list[0].ReplacedByRun == "" {
		t.Fatalf("the revisions: %+v (%v)", list, err)
	}
	one, err := b.local.GetMemoryRevision(t.Context(), agent, string(revision))
	if err != nil || one.Content != "first" {
		t.Errorf("one revision: %+v (%v)", one, err)
	}
	back, err := b.local.RestoreMemoryRevision(t.Context(), agent, string(revision))
	if err != nil || back.Content != "first" || back.RunID != "" || back.Author == agentPath {
		t.Errorf("restored: %+v (%v)", back, err)
	}
	if list, err := b.local.ListMemoryRevisions(t.Context(), agent); err != nil || len(list) != 2 {
		t.Errorf("the revisions after that: %+v (%v)", list, err)
	}
	_, err = b.local.PutMemory(t.Context(), agent, api.MemoryContent{Content: strings.Repeat("x", 12_001)})
	wantProblem(t, err, api.CodeInvalid, "the memory cannot be written")
	_, err = b.local.GetMemory(t.Context(), b.id("acme"))
	wantProblem(t, err, api.CodeNotFound, "only an agent has a memory")
	_, err = b.local.GetMemoryRevision(t.Context(), agent, string(guild.NewID()))
	wantProblem(t, err, api.CodeNotFound, "there is no memory revision")
}
