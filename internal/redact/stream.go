package redact

import (
	"slices"
	"sort"
)

// Stream redacts a text that arrives in pieces. What its Write and Close return is
// in sum what Redact makes of the whole text, however it is cut. It shows a piece
// at once, except for an end that may be the beginning of a secret in one of its
// forms: that waits for what follows. One goroutine at a time may use it.
type Stream struct {
	set   *Set
	text  string // the end of what was written: what waits, and what stands before it
	shown int    // how much of text was returned
}

// Stream returns a stream at its beginning.
func (s *Set) Stream() *Stream { return &Stream{set: s} }

// Write adds a piece and returns what can be shown now, which may be nothing.
func (s *Stream) Write(piece string) string {
	if s.set.empty() {
		return piece
	}
	s.text += piece
	views := s.set.views(s.text, true)
	spans := s.set.spans(views)
	out := s.show(s.settled(views, spans), spans)
	s.forget(views)
	return out
}

// Close returns what still waits. The stream is then at its beginning again.
func (s *Stream) Close() string {
	if s.set.empty() {
		return ""
	}
	out := s.show(len(s.text), s.set.spans(s.set.views(s.text, false)))
	s.text, s.shown = "", 0
	return out
}

// show returns the text up to an offset, masked. No span lies across the offset.
func (s *Stream) show(upto int, spans []span) string {
	spans = slices.DeleteFunc(spans, func(p span) bool { return p.start < s.shown || p.end > upto })
	out := mask(s.text[:upto], s.shown, spans)
	s.shown = upto
	return out
}

// settled returns the offset up to which the text will be masked as it is now,
// whatever follows.
func (s *Stream) settled(views []*view, spans []span) int {
	starts := s.set.starts()
	at := len(s.text)
	for _, v := range views {
		at = min(at, v.open(starts, len(s.text)-s.shown, len(s.text)))
	}
	for _, p := range spans {
		if p.open || p.end > at {
			at = min(at, p.start)
		}
	}
	// A secret that starts inside an escape will be masked with all of it.
	return max(outside(at, views), s.shown)
}

// outside returns the last offset up to at that lies in the middle of no escape.
func outside(at int, views []*view) int {
	return snap(span{start: at, end: at}, views[1:]).start
}

const (
	// contextLength is what a reading must see of the text before the part that it
	// reads: the end of a line that may be wrapped base64, each character of it an
	// escape of six.
	contextLength = 6*wrapLength + 12
	// forgetFrom is the length from which on text that was shown is dropped.
	forgetFrom = 4 * contextLength
)

// forget drops shown text that no reading of the rest depends on.
func (s *Stream) forget(views []*view) {
	if s.shown < forgetFrom {
		return
	}
	from := outside(s.shown-contextLength, views)
	s.text, s.shown = s.text[from:], s.shown-from
}

// open returns the offset in the text from which on a secret may have begun in
// this reading, and none where none has. Only the last limit bytes of it count.
func (v *view) open(starts *starts, limit, none int) int {
	if at := starts.in(v.text, limit); at < len(v.text) {
		at, _ = v.original(at, at+1)
		return at
	}
	if v.parent != nil && v.cut < len(v.parent.text) {
		at, _ := v.parent.original(v.cut, v.cut+1)
		return at
	}
	return none
}

// starts finds the beginnings of patterns.
type starts struct {
	sorted  []string // the patterns' texts
	longest int
	first   [256]bool // the bytes that patterns start with
	lead    [256]bool // the bytes that can stand before base64, see form.leads
}

func newStarts(patterns []pattern) *starts {
	s := &starts{}
	led := map[[2]byte]bool{} // many patterns, few ways to be led
	for _, p := range patterns {
		s.sorted = append(s.sorted, p.text)
		s.longest = max(s.longest, len(p.text))
		s.first[p.text[0]] = true
		if by := [2]byte{p.leadMask, p.leadBits}; !led[by] {
			led[by] = true
			for c := range s.lead {
				s.lead[c] = s.lead[c] || p.leads(byte(c))
			}
		}
	}
	slices.Sort(s.sorted)
	return s
}

// in returns where the longest beginning of a pattern starts that ends text, the
// length of text where there is none. No more than limit bytes are looked at.
func (s *starts) in(text string, limit int) int {
	at := max(0, len(text)-min(limit, s.longest-1))
	for at < len(text) && !s.begin(text[at:]) {
		at++
	}
	if at > 0 && s.lead[text[at-1]] {
		at--
	}
	return at
}

// begin reports whether some pattern starts with text and is longer.
func (s *starts) begin(text string) bool {
	if !s.first[text[0]] {
		return false
	}
	i := sort.SearchStrings(s.sorted, text)
	if i < len(s.sorted) && s.sorted[i] == text {
		i++ // no two are the same
	}
	return i < len(s.sorted) && len(s.sorted[i]) > len(text) && s.sorted[i][:len(text)] == text
}
