package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", scout)
	agent := b.tree[scout].ID
	if m, err := b.db.Memory(t.Context(), agent); err != nil || m != (artifact.Memory{}) {
		t.Errorf("before the first: %+v, %v", m, err)
	}
	by := artifact.Author{Name: scout, Run: guild.NewID()}
	for _, step := range []struct {
		content string
		want    artifact.Remembered
	}{
		{"é", artifact.Remembered{After: 1}},
		{"two", artifact.Remembered{Before: 1, After: 3, Archived: true}},
		{"two", artifact.Remembered{Before: 3, After: 3}},
		{"", artifact.Remembered{Before: 3, Archived: true}},
	} {
		got, err := b.db.WriteMemory(t.Context(), agent, step.content, by)
		if diff := cmp.Diff(step.want, got); err != nil || diff != "" {
			t.Errorf("writing %q: %v (-want +got):\n%s", step.content, err, diff)
		}
	}
	m, err := b.db.Memory(t.Context(), agent)
	if err != nil || m.Content != "" || m.Author != by || m.UpdatedAt == nil {
		t.Errorf("at the end: %+v, %v", m, err)
	}
	revisions, err := b.db.MemoryRevisions(t.Context(), agent)
	if err != nil || len(revisions) != 2 || revisions[0].Content != "two" || revisions[1].Content != "é" {
		t.Fatalf("revisions: %+v, %v", revisions, err)
	}
	if r := revisions[0]; r.Author != by || r.ReplacedBy != by || r.ReplacedAt.Before(r.WrittenAt) {
		t.Errorf("a revision: %+v", r)
	}
	one, err := b.db.MemoryRevision(t.Context(), agent, revisions[1].ID)
	if diff := cmp.Diff(revisions[1], one); err != nil || diff != "" {
		t.Errorf("one revision: %v (-want +got):\n%s", err, diff)
	}
	if _, err := b.db.MemoryRevision(t.Context(), b.tree["acme"].ID, one.ID); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("another's revision: %v", err)
	}
	if _, err := b.db.WriteMemory(t.Context(), guild.NewID(), "x", by); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("the memory of an agent that is not there: %v", err)
	}
}

// However many write at once, each version but the last is kept once, and of more
// than fifty the newest.
func TestMemoryKeepsTheNewestRevisions(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", scout)
	agent := b.tree[scout].ID
	var writing sync.WaitGroup
	for i := range 4 {
		writing.Go(func() {
			if _, err := b.db.WriteMemory(t.Context(), agent, fmt.Sprintf("at once %d", i), artifact.Author{}); err != nil {
				t.Error(err)
			}
		})
	}
	writing.Wait()
	revisions, err := b.db.MemoryRevisions(t.Context(), agent)
	if err != nil || len(revisions) != 3 {
		t.Errorf("four at once left %d revisions (%v); want 3", len(revisions), err)
	}
	for i := range artifact.MaxRevisions + 5 {
		if _, err := b.db.WriteMemory(t.Context(), agent, fmt.Sprintf("then %d", i), artifact.Author{}); err != nil {
			t.Fatal(err)
		}
	}
	revisions, err = b.db.MemoryRevisions(t.Context(), agent)
	if err != nil || len(revisions) != artifact.MaxRevisions {
		t.Fatalf("%d revisions are left (%v); want %d", len(revisions), err, artifact.MaxRevisions)
	}
	if first, last := revisions[0].Content, revisions[len(revisions)-1].Content; first != "then 53" || last != "then 4" {
		t.Errorf("kept are %q to %q; want then 53 to then 4", first, last)
	}
}
