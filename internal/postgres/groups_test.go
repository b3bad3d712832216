package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/run"
)

const research = "acme/research"

func newGroup(t testing.TB) box {
	t.Helper()
	return newBox(t, "acme", research, research+"/scout", research+"/scribe")
}

// chat posts by the mentions alone.
func (b box) chat() *group.Chat {
	return &group.Chat{
		Store: postgres.Groups{DB: b.db}, Log: slog.New(slog.DiscardHandler),
		Secrets: func(context.Context, guild.Scope) (*redact.Set, error) { return nil, nil },
	}
}

// post posts as an agent of the guild, or with no name as an operator.
func (b box) post(t testing.TB, as string, inRun guild.ID, text string) group.Posted {
	t.Helper()
	author := group.Author{Name: "uid 0"}
	if as != "" {
		author = group.Author{Name: as, Agent: true, AgentID: b.tree[research+"/"+as].ID, Run: inRun}
	}
	posted, err := b.chat().Post(t.Context(), group.Draft{GuildID: b.tree[research].ID, Guild: research, Author: author, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return posted
}

// inputs are what the runs were told, the oldest first.
func (b box) inputs(t testing.TB) []string {
	t.Helper()
	rows, err := b.db.Runs(t.Context(), postgres.RunFilter{Within: guild.PlatformID, Limit: 500})
	if err != nil {
		t.Fatal(err)
	}
	var inputs []string
	for _, r := range slices.Backward(rows) {
		generations, err := b.db.Generations(t.Context(), r.ID)
		if err != nil || r.Trigger != "group" {
			t.Fatalf("%+v: %v", r, err)
		}
		inputs = append(inputs, generations[0].Input)
	}
	return inputs
}

func TestAGroupKeepsWhatIsPosted(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	first := b.post(t, "", "", "Hello, all")
	second := b.post(t, "scout", first.Woken[0].Run, "Hello @scribe")
	for name, read := range map[string]func() ([]group.Message, error){
		"the last": func() ([]group.Message, error) { return b.db.GroupLast(t.Context(), b.tree[research].ID, 50) },
		"all":      func() ([]group.Message, error) { return b.db.GroupAfter(t.Context(), b.tree[research].ID, 0, 50) },
	} {
		got, err := read()
		if diff := cmp.Diff([]group.Message{first.Message, second.Message}, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	if first.Seq != 1 || first.Woken[0].Slug != "scout" || second.Hops != 1 || second.Woken[0].Slug != "scribe" {
		t.Errorf("posted %+v and %+v", first, second)
	}
	r, err := b.db.Run(t.Context(), second.Woken[0].Run)
	if err != nil || r.Origin != second.ID || r.Caller != research+"/scout" || r.Agent != research+"/scribe" {
		t.Errorf("the run is %+v (%v)", r, err)
	}
	if input := b.inputs(t)[1]; !strings.Contains(input, "operator uid 0: Hello, all\n") || !strings.HasSuffix(input, "@scout: Hello @scribe") {
		t.Errorf("scribe is told %s", input)
	}
}

// What wakes an agent again before it begins is added to what it will be told.
func TestARunThatWaitsIsToldMore(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	first := b.post(t, "", "", "one @scribe")
	b.post(t, "scout", "", "two, to nobody")
	third := b.post(t, "", "", "three @scribe")
	if third.Woken[0].Run != first.Woken[0].Run {
		t.Fatalf("another run was begun: %+v", third)
	}
	input := b.inputs(t)[0]
	if n := strings.Count(input, "one @scribe"); n != 2 { // in the title and as the message
		t.Errorf("the first is told %d times in %s", n, input)
	}
	if _, later, ok := strings.Cut(input, "Since then"); !ok || strings.Count(later, "two, to nobody") != 1 || !strings.HasSuffix(later, "three @scribe") {
		t.Errorf("told %s", input)
	}
	b.finish(t)
	if fourth := b.post(t, "", "", "four @scribe"); fourth.Woken[0].Run == first.Woken[0].Run {
		t.Error("a run that is over is told more")
	}
}

func TestARunIsNotToldWithoutEnd(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	long := "@scribe " + strings.Repeat("x", group.MaxText-8)
	for range 25 {
		b.post(t, "", "", long)
	}
	inputs := b.inputs(t)
	if len(inputs) != 2 || len(inputs[0]) < group.MaxTold || len(inputs[0]) > group.MaxTold+2*group.MaxText {
		t.Errorf("%d runs, the first with %d bytes", len(inputs), len(inputs[0]))
	}
}

// The run of the further of two messages counts as far.
func TestHopsCountThroughRuns(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	run, as, other := b.post(t, "", "", "@scout").Woken[0].Run, "scout", "scribe"
	for hop := 1; hop < group.MaxHops; hop++ {
		got := b.post(t, as, run, "@"+other)
		if got.Hops != hop || len(got.Woken) != 1 {
			t.Fatalf("after %d hops: %+v", hop, got)
		}
		b.finish(t)
		run, as, other = got.Woken[0].Run, other, as
	}
	if got := b.post(t, as, run, "@"+other); !got.Ended || len(got.Woken) != 0 {
		t.Errorf("the last of the chain: %+v", got)
	}
}

// Whoever posts at once: each message has its number, and who is woken reads all that
// came before.
func TestManyPostAtOnce(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	const posts = 12
	var posting sync.WaitGroup
	errs := make([]error, posts)
	for i := range posts {
		posting.Go(func() {
			_, errs[i] = b.chat().Post(t.Context(), group.Draft{
				GuildID: b.tree[research].ID, Guild: research, Author: group.Author{Name: "uid 0"}, Text: fmt.Sprintf("<%d> @all", i),
			})
		})
	}
	posting.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	messages, err := b.db.GroupAfter(t.Context(), b.tree[research].ID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range messages {
		if m.Seq != i+1 || len(m.Woken) != 2 || i > 0 && m.At.Before(messages[i-1].At) {
			t.Errorf("message %d is %+v", i+1, m)
		}
	}
	inputs := b.inputs(t)
	if len(messages) != posts || len(inputs) != 2 {
		t.Fatalf("%d messages started %d runs", len(messages), len(inputs))
	}
	for i := range posts {
		for _, input := range inputs {
			if !strings.Contains(input, fmt.Sprintf(": <%d> @all", i)) {
				t.Errorf("message %d is in no %s", i, input)
			}
		}
	}
}

// A run that is claimed while a message comes is told it, or another run is.
func TestNoMessageIsLostToAClaim(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	scribe := b.tree[research+"/scribe"].ID
	for i := range 20 {
		b.post(t, "", "", fmt.Sprintf("first %d @scribe", i))
		var claim run.Claim
		var claimed bool
		var claiming sync.WaitGroup
		var err error
		claiming.Go(func() { claim, claimed, err = b.db.ClaimGeneration(t.Context(), scribe, "one", time.Minute) })
		second := b.post(t, "", "", fmt.Sprintf("second %d @scribe", i))
		claiming.Wait()
		if err != nil || !claimed {
			t.Fatalf("claimed %t: %v", claimed, err)
		}
		heard, err := b.db.Messages(t.Context(), claim.Run, 0)
		if err != nil {
			t.Fatal(err)
		}
		if same := second.Woken[0].Run == claim.Run; same != strings.Contains(heard[0].Text, fmt.Sprintf("second %d", i)) {
			t.Errorf("round %d: the message is of that run: %t, and the run begins with %s", i, same, heard[0].Text)
		}
		if err := b.db.FinishGeneration(t.Context(), claim.Fence, run.Ending{Status: run.Done}); err != nil {
			t.Fatal(err)
		}
		b.finish(t)
	}
}

// An agent that is deleted between the choice and the post is not woken, and the rest is.
func TestWhoIsGoneIsNotWoken(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	room, err := postgres.Groups{DB: b.db}.Room(t.Context(), b.tree[research].ID, "", 20)
	if err != nil || len(room.Members) != 2 || room.Members[0].Slug() != "scout" {
		t.Fatalf("the room is %+v (%v)", room, err)
	}
	if _, err := b.db.DeleteScope(t.Context(), room.Members[0].ID, false); err != nil {
		t.Fatal(err)
	}
	p := group.Post{Message: group.Message{ID: guild.NewID(), GuildID: b.tree[research].ID, Author: group.Author{Name: "uid 0"}, Text: "x"}, Guild: research, Wake: room.Members}
	got, err := postgres.Groups{DB: b.db}.Post(t.Context(), p)
	if err != nil || len(got.Woken) != 1 || got.Woken[0].Slug != "scribe" {
		t.Errorf("woken %+v (%v)", got.Woken, err)
	}
	if _, err := b.db.DeleteScope(t.Context(), b.tree[research].ID, false); err != nil {
		t.Fatal(err)
	}
	p.ID = guild.NewID()
	if _, err := (postgres.Groups{DB: b.db}).Post(t.Context(), p); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("posted to a guild that is gone: %v", err)
	}
}

// The messages of an agent outlive it.
func TestMessagesOutliveTheirAgent(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	b.post(t, "scout", "", "Goodbye @scribe")
	if _, err := b.db.DeleteScope(t.Context(), b.tree[research+"/scout"].ID, false); err != nil {
		t.Fatal(err)
	}
	got, err := b.db.GroupLast(t.Context(), b.tree[research].ID, 5)
	if err != nil || len(got) != 1 || got[0].Author != (group.Author{Name: "scout", Agent: true}) || len(got[0].Woken) != 1 {
		t.Errorf("kept %+v (%v)", got, err)
	}
	removal, err := b.db.DeleteScope(t.Context(), b.tree["acme"].ID, true)
	if diff := cmp.Diff([]string{research + " (1 messages)"}, removal.Groups); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// A post that cannot start its run is not stored either.
func TestAPostIsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	tx, err := b.db.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `lock table river_job in exclusive mode`); err != nil {
		t.Fatal(err)
	}
	ctx, kill := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := b.chat().Post(ctx, group.Draft{GuildID: b.tree[research].ID, Guild: research, Author: group.Author{Name: "uid 0"}, Text: "x"})
		ended <- err
	}()
	soonIn(t, b, "the post waits for the lock", `exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`)
	kill()
	if err := <-ended; err == nil {
		t.Error("the post went through")
	}
	soonIn(t, b, "its session has given up", `not exists (select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null)`)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := b.db.GroupLast(t.Context(), b.tree[research].ID, 5); err != nil || len(got) != 0 || len(b.inputs(t)) != 0 {
		t.Errorf("half a post is left: %+v (%v)", got, err)
	}
}

// An agent knows its team from the start of a run.
func TestTheStateNamesTheTeam(t *testing.T) {
	t.Parallel()
	b := newGroup(t)
	sight, err := b.db.Look(t.Context(), b.tree[research+"/scribe"].ID)
	if err != nil || !slices.Contains(sight.State, "Guild acme/research: scout, scribe (you)") {
		t.Errorf("the state is %q (%v)", sight.State, err)
	}
}
