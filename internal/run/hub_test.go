package run_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
)

// One who reads too slowly, or comes late, gets the beginning of what is live and no
// piece after a gap.
func TestAWatcherThatFallsBehind(t *testing.T) {
	t.Parallel()
	var hub run.Hub
	id := guild.NewID()
	defer hub.Begin(id, 1)()
	slow, leave := hub.Watch(id)
	defer leave()
	var all strings.Builder
	tell := func() {
		hub.Thoughts(id, "hm") // in turns, so that no piece joins the one before
		hub.Text(id, "piece ")
		all.WriteString("piece ")
	}
	for range 10_000 {
		tell()
	}
	late, leaveLate := hub.Watch(id)
	defer leaveLate()
	first := map[*run.Watcher]string{slow: textOf(slow), late: textOf(late)}
	tell()
	for w, text := range first {
		if text += textOf(w); text == "" || !strings.HasPrefix(all.String(), text) || len(text) > len(all.String())/2 {
			t.Errorf("of %d bytes %d came, which are to be their beginning", all.Len(), len(text))
		}
	}
	hub.Stored(id, 2)
	hub.Text(id, "next")
	for w := range first {
		if got := w.Take(); len(got) != 2 || got[0].Seq != 2 || got[1].Text != "next" {
			t.Errorf("after the next message came %+v", got)
		}
	}
}

func textOf(w *run.Watcher) string {
	var b strings.Builder
	for _, l := range w.Take() {
		if l.Kind == run.LiveText {
			b.WriteString(l.Text)
		}
	}
	return b.String()
}
