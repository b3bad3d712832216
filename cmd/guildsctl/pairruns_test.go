package main_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/model/modeltest"
)

// Two daemons on one database share the runs: both work, an agent does one thing at a
// time, and it is the same through which of them a run is watched or cancelled.
func TestRunsOfTwoDaemons(t *testing.T) {
	t.Parallel()
	const each, agents = 3, 6 // so that all agents work at once only on both daemons
	var names []string
	for n := range agents {
		names = append(names, fmt.Sprint("worker", n))
	}
	p := newPair(t, each, names...)
	asked := make(chan struct{}, 100)
	p.model.React("worker", func(modeltest.Request) modeltest.Turn {
		asked <- struct{}{}
		return modeltest.Turn{Text: "Worked.", Hold: "work"}
	})
	runs := map[string][]string{}
	for n := range 2 * agents {
		name := names[n%agents]
		runs[name] = append(runs[name], p.start(n%2, name))
	}
	for range agents {
		if err := within(asked); err != nil {
			t.Fatal(err)
		}
	}
	const spread = "select count(*), count(distinct agent_id), count(distinct owner) from generations where status = 'running'"
	if got, want := p.query(spread), fmt.Sprintf("%d|%d|2", agents, agents); got != want {
		t.Errorf("there are %s generations, agents and daemons at work; want %s", got, want)
	}

	cancelled := runs[names[0]][0]
	_, other := p.holder(cancelled)
	seen := other.watch(t, cancelled)
	if _, err := other.client.CancelRun(t.Context(), cancelled); err != nil {
		t.Fatal(err)
	}
	wantWatched(t, seen, "1 user: Work.", "2 end: cancelled")

	p.model.Release("work")
	for _, name := range names {
		for n, run := range runs[name] {
			if run != cancelled {
				wantWatched(t, p.daemons[n].watch(t, run), "1 user: Work.", "2 assistant: Worked.", "3 end: done")
			}
		}
		p.checkOneAtATime(runs[name][0], runs[name][1])
	}
	for _, fault := range p.model.Faults() {
		t.Error(fault)
	}
}

// A daemon that is killed leaves its generations to the other one, which goes on with
// them once it has not been heard of for 20 s, the length of a lease.
func TestTheOtherDaemonGoesOn(t *testing.T) {
	t.Parallel()
	p := newPair(t, 10, "lasting")
	p.model.Play("lasting",
		modeltest.Turn{Text: "First a note.", Calls: []modeltest.Call{{Name: "note_write", Arguments: `{"level":"agent","key":"a.md","content":"x"}`}}},
		modeltest.Turn{Text: "That was all.", Hold: "last"})
	run, behind := p.start(0, "lasting"), p.start(1, "lasting")
	if err := within(p.model.Held("last")); err != nil {
		t.Fatal(err)
	}
	killed, other := p.holder(run)
	seen, seenBehind := other.watch(t, run), other.watch(t, behind)
	killed.process.signal(syscall.SIGKILL)
	_ = killed.process.wait(10 * time.Second)
	p.model.Release("last")
	wantWatched(t, seen, "1 user: Work.", "2 assistant: First a note.", "3 tool: created agent/a.md (1 bytes)", "4 assistant: That was all.", "5 end: done")
	wantWatched(t, seenBehind, "1 user: Work.", "2 assistant: First a note.", "3 tool: replaced agent/a.md (1 bytes, before 1)", "4 assistant: That was all.", "5 end: done")
	p.checkOneAtATime(run, behind)
	for _, fault := range p.model.Faults() {
		t.Error(fault)
	}
}

// wantWatched waits for the end of a run, and holds what was seen of it against want.
func wantWatched(t *testing.T, seen <-chan watched, want ...string) {
	t.Helper()
	select {
	case w := <-seen:
		if diff := cmp.Diff(want, w.messages); diff != "" || w.err != nil {
			t.Errorf("of the run was seen (-want +got), with the error %v:\n%s", w.err, diff)
		}
	case <-time.After(60 * time.Second):
		t.Fatal("the run is not over after 60 s")
	}
}

// checkOneAtATime fails where one agent's second run began before its first ended.
func (p *pair) checkOneAtATime(first, second string) {
	p.t.Helper()
	const overlap = "select count(*) from generations a join generations b on b.started_at < a.ended_at where a.run_id = '%s' and b.run_id = '%s'"
	if got := p.query(fmt.Sprintf(overlap, first, second)); got != "0" {
		p.t.Errorf("the run %s began before %s was over", second, first)
	}
}
