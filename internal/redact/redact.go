package redact

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// MinLength is the shortest value, in bytes, that is redacted. Masking a shorter
// one would eat ordinary words and so make results useless.
const MinLength = 6

// Secret is a value to mask and the name that its mark shows.
type Secret struct {
	Name  string // of the secret or the connection, see markFor
	Value string
}

// Set masks a fixed list of secrets. It never changes after New and is safe for
// concurrent use. The nil Set masks nothing.
type Set struct {
	secrets []Secret // as they were given
	passes  []*matcher
	starts  func() *starts // what a Stream needs, made for the first
	spaces  bool           // some value holds a space, which a form prints as a plus sign
}

// New makes the Set of the given secrets. It leaves out values that Check
// refuses: whoever stores a secret calls Check first.
//
// Where two secrets have the same value, the mark shows the name of the first.
func New(secrets ...Secret) *Set {
	kept := slices.Clone(secrets)
	kept = slices.DeleteFunc(kept, func(s Secret) bool { return len(s.Value) < MinLength })
	slices.SortStableFunc(kept, func(a, b Secret) int { return cmp.Compare(len(b.Value), len(a.Value)) })

	set := &Set{secrets: slices.Clone(secrets)}
	var patterns []pattern
	seen := map[string]bool{}
	for _, secret := range kept {
		all := forms(secret.Value)
		if inMark(all) {
			continue
		}
		set.spaces = set.spaces || strings.Contains(secret.Value, " ")
		mark := markFor(secret.Name)
		for _, f := range all {
			if !seen[f.text] {
				seen[f.text] = true
				patterns = append(patterns, pattern{form: f, mark: mark})
			}
		}
	}
	set.passes = newMatchers(patterns)
	set.hideNames(patterns)
	set.starts = sync.OnceValue(func() *starts { return newStarts(patterns) })
	return set
}

// Union returns the Set of the secrets of all sets, any of which may be nil. What
// it costs is New of their secrets, about 2 µs for each.
func Union(sets ...*Set) *Set {
	sets = slices.DeleteFunc(slices.Clone(sets), (*Set).empty)
	if len(sets) == 1 {
		return sets[0]
	}
	var all []Secret
	there := map[Secret]bool{} // sets are joined again and again
	for _, set := range sets {
		for _, s := range set.secrets {
			if !there[s] {
				there[s] = true
				all = append(all, s)
			}
		}
	}
	return New(all...)
}

func (s *Set) empty() bool { return s == nil || len(s.passes) == 0 }

// hideNames replaces marks that would themselves print a secret: people do give
// a secret's value as its name.
func (s *Set) hideNames(patterns []pattern) {
	leaks := map[string]bool{}
	for _, p := range patterns {
		if _, known := leaks[p.mark]; !known {
			leaks[p.mark] = len(s.find(&view{text: p.mark})) > 0
		}
	}
	for _, m := range s.passes {
		for i, p := range m.patterns {
			if leaks[p.mark] {
				m.patterns[i].mark = namelessMark
			}
		}
	}
}

// Redact returns text with every secret replaced by its mark, [redacted:NAME].
// Matches that overlap are masked together, under the name of the one that
// starts first, the longest of those that start together. Text without a secret
// comes back as it is. JSON with secrets inside its strings stays JSON.
func (s *Set) Redact(text string) string {
	if s.empty() {
		return text
	}
	spans := s.spans(s.views(text, false))
	if len(spans) == 0 {
		return text
	}
	return mask(text, 0, spans)
}

// spans returns what to mask of a text, given its readings.
func (s *Set) spans(views []*view) []span {
	var found []span
	for _, v := range views {
		found = append(found, s.find(v)...)
	}
	for i := range found {
		found[i] = snap(found[i], views[1:])
	}
	return union(found)
}

// find returns the matches in one reading of a text, as spans of the text itself.
func (s *Set) find(v *view) []span {
	var found []span
	for _, m := range s.passes {
		from := len(found)
		m.scan(v.text, func(start int, p *pattern) {
			start, end := p.cover(v.text, start)
			found = extend(found, from, span{start: start, end: end, first: end - start, mark: p.mark, open: p.tail && end == len(v.text)})
		})
	}
	for i := range found {
		found[i].start, found[i].end = v.original(found[i].start, found[i].end)
	}
	return found
}
