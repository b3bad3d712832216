package redact

import "sort"

// view is one reading of a text: the text itself, or what a decoder made of
// another view, with the way back to the original offsets.
type view struct {
	text   string
	parent *view   // nil for the text itself
	decode decoder // what made text of the parent's
	cut    int     // how much of the parent's text was decoded, see decoding.more

	located bool
	units   []unit // what was decoded, in order; see locate
}

// unit says that the bytes at to end of a view stand for the bytes from to upto
// of its parent.
type unit struct{ at, end, from, upto int }

// maxRounds is how often a text is decoded: twice, for JSON in a JSON string, a
// URL in JSON, or JSON in a URL.
const maxRounds = 2

// views returns text and the different readings of it, text first. Where more of
// the text is to come, a reading ends before an escape that may not be whole.
func (s *Set) views(text string, more bool) []*view {
	all := []*view{{text: text}}
	from := 0
	for range maxRounds {
		to := len(all)
		for _, v := range all[from:to] {
			all = append(all, v.decoded(s.spaces, more)...)
		}
		from = to
	}
	return all
}

// decoded returns the readings of v that differ from it.
func (v *view) decoded(spaces, more bool) []*view {
	use := decoders
	if !spaces {
		use = use[:len(use)-1]
	}
	var all []*view
	for _, decode := range use {
		d := decoding{text: v.text, more: more}
		if d.run(decode); d.changed || d.end < len(v.text) {
			all = append(all, &view{text: d.result(), parent: v, decode: decode, cut: d.end})
		}
	}
	return all
}

// locate fills in the units, by decoding once more. Nearly all texts hold no
// secret, and those that do not need no map of offsets.
func (v *view) locate() {
	if v.parent != nil && !v.located {
		d := decoding{text: v.parent.text[:v.cut], record: true}
		d.run(v.decode)
		v.units, v.located = d.units, true
	}
}

// original turns the offsets of a non-empty part of the view into those of the
// text, taking in the whole of every unit that the part touches.
func (v *view) original(start, end int) (int, int) {
	for ; v.parent != nil; v = v.parent {
		start, end = v.startInParent(start), v.endInParent(end)
	}
	return start, end
}

func (v *view) startInParent(start int) int {
	u, before := v.lastUnit(start)
	switch {
	case !before:
		return start
	case start < u.end:
		return u.from
	}
	return u.upto + start - u.end
}

func (v *view) endInParent(end int) int {
	u, before := v.lastUnit(end - 1)
	switch {
	case !before:
		return end
	case end <= u.end:
		return u.upto
	}
	return u.upto + end - u.end
}

// lastUnit returns the last unit that starts at or before offset, if there is one.
func (v *view) lastUnit(offset int) (unit, bool) {
	v.locate()
	i := sort.Search(len(v.units), func(i int) bool { return v.units[i].at > offset })
	if i == 0 {
		return unit{}, false
	}
	return v.units[i-1], true
}

// snap widens s until neither end lies inside an escape of any reading. A mark
// after half an escape would break JSON, and the other half would read as
// something new.
func snap(s span, decoded []*view) span {
	for again := true; again; {
		again = false
		for _, v := range decoded {
			if start, end, inside := v.escapeAround(s.start); inside && start < s.start {
				s.start, again = start, true
				s.end = max(s.end, end)
			}
			if _, end, inside := v.escapeAround(s.end); inside && end > s.end {
				s.end, again = end, true
			}
		}
	}
	return s
}

// escapeAround returns the escape that the view decoded around an offset of the
// text, and whether the offset lies within one and not at its edge.
func (v *view) escapeAround(offset int) (start, end int, inside bool) {
	v.locate()
	i := sort.Search(len(v.units), func(i int) bool {
		_, upto := v.parent.original(v.units[i].from, v.units[i].upto)
		return upto > offset
	})
	if i == len(v.units) || v.parent.endsString(v.units[i]) {
		return 0, 0, false
	}
	start, end = v.parent.original(v.units[i].from, v.units[i].upto)
	return start, end, start < offset
}

// endsString reports whether an escape found in a decoded text takes in a quote
// that is not escaped in the text itself, and so ends a string there. Read twice,
// the closing quote of "C:\\" looks like one.
func (v *view) endsString(u unit) bool {
	if v.parent == nil || v.text[u.upto-1] != '"' {
		return false
	}
	outer, before := v.lastUnit(u.upto - 1)
	return !before || u.upto > outer.end
}
