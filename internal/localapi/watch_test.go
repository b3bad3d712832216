package localapi_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

const (
	watchedGenerations = 3
	watchedAnswers     = 4 // of each generation, each with a tool's result
	watchedPieces      = 12
	messagesOfEach     = 2 + 2*watchedAnswers
)

// Whoever watches a run, from whenever and through however many streams, gets each
// message once and in order, and the pieces of text before an answer are its beginning.
func TestWatchingARun(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	id, err := b.db.StartRun(t.Context(), run.New{AgentID: b.tree["acme/research/scout"].ID, Trigger: tool.Direct, Message: "1", Caller: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= watchedGenerations; n++ {
		if _, err := b.db.ContinueRun(t.Context(), id, fmt.Sprint(n), "test"); err != nil {
			t.Fatal(err)
		}
	}
	const watchers = 50
	joins := make(chan int, 2*watchers) // the steps of the run, at each of which one may join
	var watching sync.WaitGroup
	for n := range watchers {
		watching.Go(func() {
			w := watcher{t: t, name: fmt.Sprint("watcher ", n), random: rand.New(rand.NewPCG(7, uint64(n)))}
			if n%3 > 0 {
				<-joins
			}
			w.watch(b, string(id))
		})
	}
	for range watchedGenerations {
		b.generate(t, id, func() {
			select {
			case joins <- 1:
			default: // all have joined
			}
		})
	}
	close(joins)
	watching.Wait()
}

// generate does what an engine does, as far as those who watch can tell.
func (b *box) generate(t *testing.T, id guild.ID, step func()) {
	t.Helper()
	claim, ok, err := b.db.ClaimGeneration(t.Context(), b.tree["acme/research/scout"].ID, "one", time.Minute)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	step()
	over := b.hub.Begin(id, claim.Seq)
	store := func(m run.Message) {
		m.ID = guild.NewID()
		seq, err := b.db.AppendMessage(t.Context(), claim.Fence, m)
		if err != nil {
			t.Fatal(err)
		}
		step()
		b.hub.Stored(id, seq)
	}
	for n := range watchedAnswers {
		text := ""
		for p := range watchedPieces {
			piece := fmt.Sprintf("%d.%d ", n, p)
			text += piece
			b.hub.Text(id, piece)
			b.hub.Thoughts(id, "hm ")
			step()
			if p == 3 && n == 1 {
				b.hub.Reset(id)
				text = ""
			}
		}
		store(run.Message{Kind: run.Assistant, Text: text})
		b.hub.Call(id, "c1", "echo", "{}")
		store(run.Message{Kind: run.ToolKind, Text: "said", Result: &run.CallResult{CallID: "c1", Tool: "echo", Arguments: []byte("{}")}})
	}
	if err := b.db.FinishGeneration(t.Context(), claim.Fence, run.Ending{Status: run.Done}); err != nil {
		t.Fatal(err)
	}
	step()
	over()
}

// watcher reads a run by several streams.
type watcher struct {
	t      *testing.T
	name   string
	random *rand.Rand
	after  int
	text   string // since the last message
}

var errLeaves = errors.New("it leaves")

func (w *watcher) watch(b *box, id string) {
	const all = watchedGenerations * messagesOfEach
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.t.Context()), time.Minute)
	defer cancel()
	for w.after < all {
		w.text = "" // what is live comes from its beginning
		left := 1 + w.random.IntN(60)
		err := b.local.WatchRun(ctx, id, w.after, w.random.IntN(2) == 0, func(e client.RunEvent) error {
			w.event(e)
			if left--; left == 0 || w.after == all {
				return errLeaves
			}
			return nil
		})
		if err != nil && !errors.Is(err, errLeaves) {
			w.t.Errorf("%s, after %d: %v", w.name, w.after, err)
			return
		}
	}
}

func (w *watcher) event(e client.RunEvent) {
	switch e.Name {
	case api.EventText:
		w.text += e.Piece.Text
	case api.EventReset:
		w.text = ""
	case api.EventMessage:
		if e.Message.Seq != w.after+1 {
			w.t.Errorf("%s: message %d comes after %d", w.name, e.Message.Seq, w.after)
		}
		if !strings.HasPrefix(e.Message.Text, w.text) {
			w.t.Errorf("%s: %q is not the beginning of message %d, %q", w.name, w.text, e.Message.Seq, e.Message.Text)
		}
		w.after, w.text = e.Message.Seq, ""
	}
}
