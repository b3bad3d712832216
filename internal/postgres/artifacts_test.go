package postgres_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

const scout = "acme/research/scout"

// noteBox is a box with two agents of one guild, seeded as a new box is.
func noteBox(t testing.TB) box {
	t.Helper()
	b := newBox(t, "acme", "acme/research", scout, "acme/research/other")
	b.grant(t, "platform", "read_guild", true)
	b.grant(t, "platform", "read_org", true)
	b.grant(t, "platform", "write_guild", true)
	return b
}

func (b box) grant(t testing.TB, path, name string, enabled bool) {
	t.Helper()
	if err := b.db.PutBinding(t.Context(), b.tree[path].ID, binding.Row{Kind: binding.ArtifactGrant, CatalogID: name, Enabled: enabled}); err != nil {
		t.Fatal(err)
	}
}

func (b box) notes() postgres.AgentNotes { return postgres.AgentNotes{DB: b.db} }

// write writes notes of an agent, each "PATH CONTENT".
func (b box) write(t testing.TB, agent string, notes ...string) {
	t.Helper()
	for _, note := range notes {
		text, content, _ := strings.Cut(note, " ")
		path, err := artifact.ParsePath(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.db.PutNote(t.Context(), b.tree[agent].Chain[path.Level], path, content, artifact.Author{Name: "test"}); err != nil {
			t.Fatal(err)
		}
	}
}

func (b box) find(t testing.TB, agent string, only *guild.Level, q artifact.Query) (total int, paths []string) {
	t.Helper()
	found, err := b.notes().FindNotes(t.Context(), b.tree[agent], only, q)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range found.Hits {
		paths = append(paths, h.Path.String())
	}
	return found.Total, paths
}

func TestWriteNoteCreatesAndReplaces(t *testing.T) {
	t.Parallel()
	b := noteBox(t)
	path := artifact.Path{Level: guild.Agent, Key: "plan.md"}
	run := guild.NewID()
	first, err := b.notes().WriteNote(t.Context(), b.tree[scout], path, "é", artifact.Author{Name: scout, Run: run})
	if diff := cmp.Diff(artifact.Written{Path: path, After: 2}, first); err != nil || diff != "" {
		t.Errorf("the first: %v (-want +got):\n%s", err, diff)
	}
	before := 2
	second, err := b.notes().WriteNote(t.Context(), b.tree[scout], path, "new", artifact.Author{Name: scout})
	if diff := cmp.Diff(artifact.Written{Path: path, Before: &before, After: 3}, second); err != nil || diff != "" {
		t.Errorf("the second: %v (-want +got):\n%s", err, diff)
	}
	note, err := b.notes().Note(t.Context(), b.tree[scout], path)
	if err != nil || note.Content != "new" || note.Author.Name != scout || note.Author.Run != "" || !note.UpdatedAt.After(note.CreatedAt) {
		t.Errorf("read back: %+v, %v", note, err)
	}
	if _, err := b.notes().WriteNote(t.Context(), b.tree[scout], path, "a\x00", artifact.Author{}); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("a note that cannot be stored: %v", err)
	}
}

// An agent reaches its own notes, those of its guild and organisation as far as the
// grants go, and no other agent's.
func TestAgentNotesReach(t *testing.T) {
	t.Parallel()
	b := noteBox(t)
	b.write(t, scout, "agent/a.md one", "guild/g.md two", "org/o.md three")
	b.write(t, "acme/research/other", "agent/hidden.md one")
	if total, got := b.find(t, scout, nil, artifact.Query{}); total != 3 || len(got) != 3 {
		t.Errorf("found %d, %q; want the three", total, got)
	}
	other := artifact.Path{Level: guild.Agent, Key: "hidden.md"}
	if _, err := b.notes().Note(t.Context(), b.tree[scout], other); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("another agent's note: %v", err)
	}
	org := artifact.Path{Level: guild.Organisation, Key: "o.md"}
	if _, err := b.notes().WriteNote(t.Context(), b.tree[scout], org, "x", artifact.Author{}); guild.CodeOf(err) != guild.CodeDenied {
		t.Errorf("a write without write_org: %v", err)
	}
	if err := b.notes().DeleteNote(t.Context(), b.tree[scout], org); guild.CodeOf(err) != guild.CodeDenied {
		t.Errorf("a deletion without write_org: %v", err)
	}
	b.grant(t, scout, "read_org", false)
	if _, err := b.notes().Note(t.Context(), b.tree[scout], org); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a read without read_org: %v", err)
	}
	if _, got := b.find(t, scout, nil, artifact.Query{Words: "three"}); got != nil {
		t.Errorf("a search without read_org found %q", got)
	}
	b.grant(t, scout, "write_org", true)
	if err := b.notes().DeleteNote(t.Context(), b.tree[scout], org); err != nil {
		t.Errorf("a deletion with write_org: %v", err)
	}
	if err := b.notes().DeleteNote(t.Context(), b.tree[scout], org); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a second deletion: %v", err)
	}
}

func TestFindNotes(t *testing.T) {
	t.Parallel()
	b := noteBox(t)
	b.write(t, scout, "agent/plan.md buy apples and 50% pears", "agent/list.md a plan for apples", "guild/style.md Write SHORT sentences", "org/zero.md ")
	agent := guild.Agent
	for _, tt := range []struct {
		name  string
		only  *guild.Level
		query artifact.Query
		want  []string
	}{
		{"all, the newest first", nil, artifact.Query{}, []string{"org/zero.md", "guild/style.md", "agent/list.md", "agent/plan.md"}},
		{"one level", &agent, artifact.Query{}, []string{"agent/list.md", "agent/plan.md"}},
		{"a name comes before a content", nil, artifact.Query{Words: "plan"}, []string{"agent/plan.md", "agent/list.md"}},
		{"part of a word, in any case", nil, artifact.Query{Words: "short sent"}, []string{"guild/style.md"}},
		{"text that would be a pattern", nil, artifact.Query{Words: "50%"}, []string{"agent/plan.md"}},
		{"a text that is a pattern and no text", nil, artifact.Query{Words: "5_%"}, nil},
		{"words apart", nil, artifact.Query{Words: "pears buy"}, []string{"agent/plan.md"}},
		{"words of which one must not be there", nil, artifact.Query{Words: "apples -pears"}, []string{"agent/list.md"}},
		{"nothing", nil, artifact.Query{Words: "cherries"}, nil},
		{"the second page", nil, artifact.Query{Limit: 1, Offset: 1}, []string{"guild/style.md"}},
		{"a page after the last", nil, artifact.Query{Offset: 9}, nil},
	} {
		total, got := b.find(t, scout, tt.only, tt.query)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if want := len(tt.want); tt.query.Limit+tt.query.Offset > 0 {
			if total != 4 {
				t.Errorf("%s: %d in all; want 4", tt.name, total)
			}
		} else if total != want {
			t.Errorf("%s: %d in all; want %d", tt.name, total, want)
		}
	}
}

// The memory lies in the same table as the notes, and no note tool finds it.
func TestNotesAreNotTheMemory(t *testing.T) {
	t.Parallel()
	b := noteBox(t)
	for _, content := range []string{"first secret thought", "second secret thought"} {
		if _, err := b.db.WriteMemory(t.Context(), b.tree[scout].ID, content, artifact.Author{Name: scout}); err != nil {
			t.Fatal(err)
		}
	}
	if total, got := b.find(t, scout, nil, artifact.Query{Words: "secret"}); total != 0 || got != nil {
		t.Errorf("found %q", got)
	}
	if total, got := b.find(t, scout, nil, artifact.Query{}); total != 0 || got != nil {
		t.Errorf("listed %q", got)
	}
}

func TestRemovalOfAScopeNamesItsNotes(t *testing.T) {
	t.Parallel()
	b := noteBox(t)
	b.write(t, scout, "agent/plan.md x", "guild/style.md x", "org/kept.md x")
	if _, err := b.db.WriteMemory(t.Context(), b.tree[scout].ID, "x", artifact.Author{}); err != nil {
		t.Fatal(err)
	}
	removal, err := b.db.DeleteScope(t.Context(), b.tree["acme/research"].ID, false)
	want := []string{"memory at acme/research/scout", "plan.md at acme/research/scout", "style.md at acme/research"}
	if diff := cmp.Diff(want, removal.Notes); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	found, err := b.db.FindNotes(t.Context(), map[guild.ID]guild.Level{b.tree["acme"].ID: guild.Organisation}, artifact.Query{})
	if err != nil || found.Total != 1 {
		t.Errorf("%d notes are left (%v); want 1", found.Total, err)
	}
}
