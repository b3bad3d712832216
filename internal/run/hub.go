package run

import (
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Live is what happens in a run and is not stored: it is shown to who looks at the
// moment, on the daemon that runs the generation.
type Live struct {
	Kind string // one of the kinds below
	Text string // of LiveText and LiveThoughts, redacted; of LiveRetry, why
	Call *LiveCall
	In   time.Duration // of LiveRetry
}

// LiveCall is a tool call that begins.
type LiveCall struct {
	ID        string
	Tool      string
	Arguments string // redacted
}

// The kinds of what is live.
const (
	LiveText     = "text"     // a piece of the model's answer
	LiveThoughts = "thoughts" // a piece of its reasoning
	LiveReset    = "reset"    // the pieces so far count no more: the model is asked again
	LiveCallKind = "call"     // a tool call begins
	LiveRetry    = "retry"    // the provider is asked again after a pause
)

// Hub tells those who watch runs what happens in them. The zero Hub is ready.
type Hub struct {
	mu       sync.Mutex
	watchers map[guild.ID]map[*Watcher]bool
	partial  map[guild.ID][]Live // since the last stored message, for who comes later
}

// Watcher is one who watches a run.
type Watcher struct {
	// Wakes has something when there are new messages in the store.
	Wakes <-chan struct{}

	wakes chan struct{}
	mu    sync.Mutex
	queue []Live
}

// maxQueued bounds what waits for one slow watcher: what goes beyond is lost, and the
// stored message has it all.
const maxQueued = 4096

// Watch begins to watch a run. What is live at the moment comes first. leave ends it.
func (h *Hub) Watch(run guild.ID) (w *Watcher, leave func()) {
	wakes := make(chan struct{}, 1)
	w = &Watcher{Wakes: wakes, wakes: wakes}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers == nil {
		h.watchers = map[guild.ID]map[*Watcher]bool{}
	}
	if h.watchers[run] == nil {
		h.watchers[run] = map[*Watcher]bool{}
	}
	h.watchers[run][w] = true
	w.add(h.partial[run]...)
	return w, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers[run], w)
		if len(h.watchers[run]) == 0 {
			delete(h.watchers, run)
		}
	}
}

// Take returns what is live and was not taken yet.
func (w *Watcher) Take() []Live {
	w.mu.Lock()
	defer w.mu.Unlock()
	taken := w.queue
	w.queue = nil
	return taken
}

func (w *Watcher) add(live ...Live) {
	w.mu.Lock()
	if len(w.queue) < maxQueued {
		w.queue = append(w.queue, live...)
	}
	w.mu.Unlock()
	w.wake()
}

func (w *Watcher) wake() {
	select {
	case w.wakes <- struct{}{}:
	default: // it is told already
	}
}

// Wake tells those who watch a run that there are new messages in the store. What was
// live before is in them.
func (h *Hub) Wake(run guild.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.partial, run)
	for w := range h.watchers[run] {
		w.wake()
	}
}

// Text shows a piece of the model's answer, redacted.
func (h *Hub) Text(run guild.ID, text string) { h.tell(run, Live{Kind: LiveText, Text: text}) }

// Thoughts shows a piece of the model's reasoning, redacted.
func (h *Hub) Thoughts(run guild.ID, text string) { h.tell(run, Live{Kind: LiveThoughts, Text: text}) }

// Call shows that a tool call begins.
func (h *Hub) Call(run guild.ID, id, tool, arguments string) {
	h.tell(run, Live{Kind: LiveCallKind, Call: &LiveCall{ID: id, Tool: tool, Arguments: arguments}})
}

// Retry shows that the provider is asked again, and why.
func (h *Hub) Retry(run guild.ID, why string, after time.Duration) {
	h.tell(run, Live{Kind: LiveRetry, Text: why, In: after})
}

// Reset takes back the pieces of an answer that broke off.
func (h *Hub) Reset(run guild.ID) {
	h.mu.Lock()
	delete(h.partial, run)
	h.mu.Unlock()
	h.tell(run, Live{Kind: LiveReset})
}

// tell is heard by those who watch, and kept for who comes before the next message.
func (h *Hub) tell(run guild.ID, live Live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.partial == nil {
		h.partial = map[guild.ID][]Live{}
	}
	if kept := h.partial[run]; len(kept) < maxQueued {
		h.partial[run] = merged(kept, live)
	}
	for w := range h.watchers[run] {
		w.add(live)
	}
}

// merged adds a piece, to the one before where both are of the same text.
func merged(kept []Live, live Live) []Live {
	if n := len(kept); n > 0 && kept[n-1].Kind == live.Kind && (live.Kind == LiveText || live.Kind == LiveThoughts) {
		kept[n-1].Text += live.Text
		return kept
	}
	return append(kept, live)
}
