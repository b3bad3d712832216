package run

import (
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Live is what happens in a run. All but LiveStored is not stored: it is shown to who
// looks at the moment, on the daemon that runs the generation.
type Live struct {
	Kind string // one of the kinds below
	Seq  int    // of LiveStored: up to which message there is something to read; 0 for all. Of others: of the last message before it
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
	LiveStored   = "stored"   // there are new messages in the store, which replace the pieces so far
	LiveText     = "text"     // a piece of the model's answer
	LiveThoughts = "thoughts" // a piece of its reasoning
	LiveReset    = "reset"    // the pieces so far count no more: the model is asked again
	LiveCallKind = "call"     // a tool call begins
	LiveRetry    = "retry"    // the provider is asked again after a pause
)

// Hub tells those who watch runs what happens in them, in the order in which it does.
// The zero Hub is ready.
type Hub struct {
	mu       sync.Mutex
	watchers map[guild.ID]map[*Watcher]bool
	here     map[guild.ID]*progress // of the runs whose generations run on this daemon
	closed   chan struct{}
}

// progress is how far a generation has come.
type progress struct {
	seq     int    // of the last stored message
	partial []Live // since then, for who comes later
	behind  bool   // partial lacks what came last
}

// Watcher is one who watches a run.
type Watcher struct {
	// Wakes has something when there is something to take.
	Wakes <-chan struct{}

	wakes  chan struct{}
	mu     sync.Mutex
	queue  []Live
	behind bool // some of what is live was left out, and so is the rest up to the next message
}

// maxQueued bounds what waits for one slow watcher: what is live is left out then, and
// the stored messages have it all. maxPiece is the length, in bytes, up to which pieces
// become one.
const (
	maxQueued = 4096
	maxPiece  = 4096
)

// Watch begins to watch a run. How far it is comes first. leave ends it.
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
	if p, ok := h.here[run]; ok {
		w.add(Live{Kind: LiveStored, Seq: p.seq})
		w.add(p.partial...)
		w.behind = p.behind
	} else {
		w.add(Live{Kind: LiveStored})
	}
	return w, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers[run], w)
		if len(h.watchers[run]) == 0 {
			delete(h.watchers, run)
		}
	}
}

// Done is closed when nobody should watch any more, because the daemon stops.
func (h *Hub) Done() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.done()
}

func (h *Hub) done() chan struct{} {
	if h.closed == nil {
		h.closed = make(chan struct{})
	}
	return h.closed
}

// Close sends away those who watch. It is called once.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.done())
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
	for _, l := range live {
		w.queue = w.with(l)
	}
	w.mu.Unlock()
	w.wake()
}

// with returns the queue with l, where l is not left out.
func (w *Watcher) with(l Live) []Live {
	n := len(w.queue)
	switch {
	case l.Kind == LiveStored && n > 0 && w.queue[n-1].Kind == LiveStored:
		w.queue = w.queue[:n-1] // the later one has all of the earlier
		fallthrough
	case l.Kind == LiveStored, l.Kind == LiveReset:
		w.behind = false
	case w.behind || n >= maxQueued:
		w.behind = true
		return w.queue
	}
	return append(w.queue, l)
}

func (w *Watcher) wake() {
	select {
	case w.wakes <- struct{}{}:
	default: // it is told already
	}
}

// Begin says that a generation of a run works on this daemon from here on, with what
// is stored up to a seq, until over is called.
func (h *Hub) Begin(run guild.ID, seq int) (over func()) {
	mine := &progress{}
	h.mu.Lock()
	if h.here == nil {
		h.here = map[guild.ID]*progress{}
	}
	h.here[run] = mine
	h.mu.Unlock()
	h.Stored(run, seq)
	return func() {
		h.mu.Lock()
		if h.here[run] == mine { // the next generation may have begun already
			delete(h.here, run)
		}
		h.mu.Unlock()
		h.Heard(run)
	}
}

// Stored tells those who watch a run that its messages up to a seq are stored. What
// was live before is in them.
func (h *Hub) Stored(run guild.ID, seq int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p, ok := h.here[run]; ok {
		p.seq, p.partial, p.behind = seq, nil, false
	}
	h.send(run, Live{Kind: LiveStored, Seq: seq})
}

// Heard tells those who watch a run that another daemon has stored a message. What
// this one does comes by Stored, in its place among what is live.
func (h *Hub) Heard(run guild.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.here[run]; !ok {
		h.send(run, Live{Kind: LiveStored})
	}
}

func (h *Hub) send(run guild.ID, live Live) {
	for w := range h.watchers[run] {
		w.add(live)
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
	defer h.mu.Unlock()
	reset := Live{Kind: LiveReset}
	if p, ok := h.here[run]; ok {
		reset.Seq, p.partial, p.behind = p.seq, nil, false
	}
	h.send(run, reset)
}

// tell is heard by those who watch, and kept for who comes before the next message.
func (h *Hub) tell(run guild.ID, live Live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p, ok := h.here[run]; ok {
		live.Seq = p.seq
		if p.behind = p.behind || len(p.partial) >= maxQueued; !p.behind {
			p.partial = merged(p.partial, live)
		}
	}
	h.send(run, live)
}

// merged adds a piece, to the one before where both are of the same text and that is
// short.
func merged(kept []Live, live Live) []Live {
	if n := len(kept); n > 0 && kept[n-1].Kind == live.Kind && (live.Kind == LiveText || live.Kind == LiveThoughts) && len(kept[n-1].Text) < maxPiece {
		kept[n-1].Text += live.Text
		return kept
	}
	return append(kept, live)
}
