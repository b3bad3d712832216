package redact

import (
	"cmp"
	"slices"
	"strings"
)

// span is a part of a text to mask: one match, or several that overlap.
type span struct {
	start, end int
	first      int    // length of the match that starts the span, which names it
	mark       string // what to print instead
	open       bool   // what comes after the text may belong to it, see form.cover
}

// extend appends next to spans, or grows the last one where the two overlap, so
// that a secret of one repeated character costs one span and not one per byte.
// The spans before from belong to another scan and are left alone.
func extend(spans []span, from int, next span) []span {
	if n := len(spans); n > from {
		last := &spans[n-1]
		if last.start <= next.start && next.start < last.end {
			last.end = max(last.end, next.end)
			last.open = last.open || next.open
			return spans
		}
	}
	return append(spans, next)
}

// union sorts spans and joins those that overlap. Spans that merely touch stay
// apart: they are two secrets.
func union(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.first, a.first))
	})
	joined := spans[:0]
	for _, s := range spans {
		joined = extend(joined, 0, s)
	}
	return joined
}

// mask prints text from an offset on with each span replaced by its mark. The
// spans are in order.
func mask(text string, from int, spans []span) string {
	var out strings.Builder
	out.Grow(len(text) - from + len(spans)*len(namelessMark))
	done := from
	for _, s := range spans {
		out.WriteString(text[done:s.start])
		out.WriteString(s.mark)
		done = s.end
	}
	out.WriteString(text[done:])
	return out.String()
}
