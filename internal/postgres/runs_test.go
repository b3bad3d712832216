package postgres_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
)

// working is a box whose agent acme/research/scout has runs.
type working struct {
	db    *postgres.DB
	tree  map[string]guild.Scope
	agent guild.ID
}

func newWorking(t *testing.T) working {
	t.Helper()
	w := working{db: pgtest.New(t)}
	w.tree = pgtest.Tree(t, w.db, "acme", "acme/research", "acme/research/scout")
	w.agent = w.tree["acme/research/scout"].ID
	return w
}

func (w working) start(t *testing.T, message string) guild.ID {
	t.Helper()
	id, err := w.db.StartRun(t.Context(), run.New{AgentID: w.agent, Trigger: tool.Direct, Message: message, Caller: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (w working) claim(t *testing.T, owner string) run.Claim {
	t.Helper()
	c, ok, err := w.db.ClaimGeneration(t.Context(), w.agent, owner, time.Minute)
	if err != nil || !ok {
		t.Fatalf("nothing could be claimed (%v)", err)
	}
	return c
}

func TestARunsTitleIsOneLine(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	for message, want := range map[string]string{
		"\n Plan\tthe week.\nAll of it.": "Plan the week.",
		strings.Repeat("é", 70):          strings.Repeat("é", 60) + "...",
	} {
		r, err := w.db.Run(t.Context(), w.start(t, message))
		if err != nil || r.Title != want {
			t.Errorf("the title is %q (%v), want %q", r.Title, err, want)
		}
	}
}

func TestAnAgentRunsOneGenerationAtATime(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	first, second := w.start(t, "one"), w.start(t, "two")
	c := w.claim(t, "a")
	if c.Run != first || c.Started || c.Seq != 1 {
		t.Errorf("claimed %+v; want the first run", c)
	}
	if _, ok, err := w.db.ClaimGeneration(t.Context(), w.agent, "b", time.Minute); ok || err != nil {
		t.Errorf("a second generation was claimed: %v (%v)", ok, err)
	}
	if err := w.db.FinishGeneration(t.Context(), c.Fence, run.Ending{Status: run.Done, Usage: run.Usage{ToolCalls: 2, Cost: "0.10"}}); err != nil {
		t.Fatal(err)
	}
	if c := w.claim(t, "b"); c.Run != second {
		t.Errorf("claimed %+v; want the second run", c)
	}
	r, err := w.db.Run(t.Context(), first)
	if err != nil || r.Status != run.Done || r.Usage.ToolCalls != 2 || r.Usage.Cost != "0.1" || r.LastSeq != 2 {
		t.Errorf("the first run is %+v (%v)", r, err)
	}
}

// What a daemon that is gone holds is given back when its lease ends, and at once to
// the daemon itself when it starts anew.
func TestRecovery(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	w.start(t, "one")
	before := w.claim(t, "a")
	for owner, waits := range map[string]int{"": 0, "b": 0} {
		if n, err := w.db.RecoverGenerations(t.Context(), owner); n != waits || err != nil {
			t.Errorf("%q recovered %d (%v)", owner, n, err)
		}
	}
	if n, err := w.db.RecoverGenerations(t.Context(), "a"); n != 1 || err != nil {
		t.Fatalf("a recovered %d (%v)", n, err)
	}
	after := w.claim(t, "a")
	if after.Generation != before.Generation || after.Attempt != before.Attempt+1 || after.Seq != 1 {
		t.Errorf("after %+v it was claimed as %+v", before, after)
	}
	for name, err := range map[string]error{
		"append": func() error {
			_, err := w.db.AppendMessage(t.Context(), before.Fence, run.Message{ID: guild.NewID(), Kind: run.Notice})
			return err
		}(),
		"finish":  w.db.FinishGeneration(t.Context(), before.Fence, run.Ending{Status: run.Done}),
		"release": w.db.ReleaseGeneration(t.Context(), before.Fence),
	} {
		if !errors.Is(err, run.ErrLost) {
			t.Errorf("%s with a hold that is lost: %v", name, err)
		}
	}
}

// Storing a message twice stores it once.
func TestAMessageIsStoredOnce(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	id := w.start(t, "one")
	c := w.claim(t, "a")
	m := run.Message{ID: guild.NewID(), Kind: run.Notice, Text: "x"}
	for range 3 {
		if seq, err := w.db.AppendMessage(t.Context(), c.Fence, m); seq != 2 || err != nil {
			t.Errorf("stored as %d (%v)", seq, err)
		}
	}
	if found, err := w.db.Messages(t.Context(), id, 0); len(found) != 2 || err != nil {
		t.Errorf("%d messages are stored (%v)", len(found), err)
	}
}

func TestCancelRun(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	id := w.start(t, "one")
	if _, err := w.db.ContinueRun(t.Context(), id, "two", "test"); err != nil {
		t.Fatal(err)
	}
	c := w.claim(t, "a")
	if n, err := w.db.CancelRun(t.Context(), id); n != 2 || err != nil {
		t.Errorf("cancelled %d (%v)", n, err)
	}
	held, err := w.db.ExtendLeases(t.Context(), []run.Fence{c.Fence}, time.Minute)
	if diff := cmp.Diff([]run.Held{{Fence: c.Fence, Cancelling: true}}, held); err != nil || diff != "" {
		t.Errorf("held (%v) (-want +got):\n%s", err, diff)
	}
	all, err := w.db.Generations(t.Context(), id)
	if err != nil || len(all) != 2 || all[0].Status != run.Running || all[1].Status != run.Cancelled {
		t.Errorf("the generations are %+v (%v)", all, err)
	}
}

// A scope goes with its runs also while one works, and says how many they were.
func TestDeletingAnAgentThatWorks(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	w.start(t, "one")
	w.start(t, "two")
	c := w.claim(t, "a")
	removal, err := w.db.DeleteScope(t.Context(), w.tree["acme/research"].ID, false)
	if diff := cmp.Diff([]string{"2 of acme/research/scout"}, removal.Runs); err != nil || diff != "" {
		t.Errorf("runs that went (%v) (-want +got):\n%s", err, diff)
	}
	if _, err := w.db.AppendMessage(t.Context(), c.Fence, run.Message{ID: guild.NewID(), Kind: run.Notice}); !errors.Is(err, run.ErrLost) {
		t.Errorf("a run that is gone was written to: %v", err)
	}
}

func TestListingRuns(t *testing.T) {
	t.Parallel()
	w := newWorking(t)
	first := w.start(t, "one\nand more")
	second := w.start(t, "two")
	if _, err := w.db.CancelRun(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		filter postgres.RunFilter
		want   []guild.ID
	}{
		"all":        {postgres.RunFilter{Within: w.tree["acme"].ID, Limit: 10}, []guild.ID{second, first}},
		"the newest": {postgres.RunFilter{Within: w.agent, Limit: 1}, []guild.ID{second}},
		"by status":  {postgres.RunFilter{Within: w.agent, Status: run.Cancelled, Limit: 10}, []guild.ID{first}},
		"elsewhere":  {postgres.RunFilter{Within: guild.NewID(), Limit: 10}, nil},
	} {
		found, err := w.db.Runs(t.Context(), tt.filter)
		var got []guild.ID
		for _, r := range found {
			got = append(got, r.ID)
		}
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s (%v) (-want +got):\n%s", name, err, diff)
		}
	}
}
