package redact

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// pattern is one form of one secret, and the mark to put in its place.
type pattern struct {
	form
	mark string
}

// matcher finds all occurrences of many patterns at once, after Wu and Manber
// ("A fast algorithm for multi-pattern searching", 1994). A window as long as the
// shortest pattern slides over the text; the block of bytes at its end tells how
// far it may move before any pattern could end its own window there.
//
// Blocks are of three bytes. Two, as the paper has for few patterns, stop paying
// here: 500 secrets in all their forms have some 60 000 blocks, and there are
// only 4096 pairs of base64 characters.
type matcher struct {
	window   int
	shift    []uint8   // by hash of a block
	drop     uint      // bits of a hash that shift does not use
	patterns []pattern // by bucket, the longest first
	buckets  []int32   // where each bucket starts in patterns, and the end
	dropHead uint      // bits of a hash that buckets does not use
}

const (
	blockLength = 3
	// shortBelow splits patterns into two matchers, because one short pattern
	// shortens the window, and with it every step, for all.
	shortBelow = 12
	maxWindow  = 64
	// A table of 2^18 bytes still fits the second-level cache.
	minTableBits, maxTableBits = 10, 18
)

// newMatchers returns the matchers that together find all patterns.
func newMatchers(patterns []pattern) []*matcher {
	var short, long []pattern
	for _, p := range patterns {
		if len(p.text) < shortBelow {
			short = append(short, p)
		} else {
			long = append(long, p)
		}
	}
	var matchers []*matcher
	for _, part := range [][]pattern{short, long} {
		if len(part) > 0 {
			matchers = append(matchers, newMatcher(part))
		}
	}
	return matchers
}

func newMatcher(patterns []pattern) *matcher {
	m := &matcher{window: maxWindow, patterns: patterns}
	for _, p := range patterns {
		m.window = min(m.window, len(p.text))
	}
	m.fillShift()
	m.fillBuckets()
	return m
}

// fillShift gives each block the distance from its last place in any pattern's
// window to the window's end. A block that is in no window allows the full step.
func (m *matcher) fillShift() {
	step := m.window - blockLength + 1
	size := min(max(bits.Len(uint(4*step*len(m.patterns))), minTableBits), maxTableBits)
	m.drop = uint(32 - size)
	m.shift = make([]uint8, 1<<size)
	for i := range m.shift {
		m.shift[i] = uint8(step)
	}
	for _, p := range m.patterns {
		for end := blockLength - 1; end < m.window; end++ {
			at := &m.shift[blockHash(p.text, end)>>m.drop]
			*at = min(*at, uint8(m.window-1-end))
		}
	}
}

// fillBuckets orders the patterns so that those whose windows end in the same
// block lie together, the longest first.
func (m *matcher) fillBuckets() {
	size := bits.Len(uint(2 * len(m.patterns)))
	m.dropHead = uint(32 - size)
	slices.SortFunc(m.patterns, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(m.bucket(a.text), m.bucket(b.text)), cmp.Compare(len(b.text), len(a.text)))
	})
	m.buckets = make([]int32, 1<<size+1)
	for _, p := range m.patterns {
		m.buckets[m.bucket(p.text)+1]++
	}
	for i := 1; i < len(m.buckets); i++ {
		m.buckets[i] += m.buckets[i-1]
	}
}

// bucket returns the bucket of a text whose first bytes are the window.
func (m *matcher) bucket(text string) uint32 { return blockHash(text, m.window-1) >> m.dropHead }

// blockHash returns a 32-bit hash, its top bits the best mixed, of the block
// that ends at text[end].
func blockHash(text string, end int) uint32 {
	block := uint32(text[end-2]) | uint32(text[end-1])<<8 | uint32(text[end])<<16
	return block * 0x9E3779B1
}

// scan calls hit for each occurrence of each pattern, by ascending start, the
// longest pattern first where several start together.
func (m *matcher) scan(text string, hit func(start int, p *pattern)) {
	shift, drop := m.shift, m.drop
	for end := m.window - 1; end < len(text); {
		step := shift[blockHash(text, end)>>drop]
		if step == 0 {
			m.verify(text, end-m.window+1, hit)
			step = 1
		}
		end += int(step)
	}
}

// verify calls hit for each pattern that the text has at start.
func (m *matcher) verify(text string, start int, hit func(int, *pattern)) {
	b := m.bucket(text[start:])
	for i := m.buckets[b]; i < m.buckets[b+1]; i++ {
		if strings.HasPrefix(text[start:], m.patterns[i].text) {
			hit(start, &m.patterns[i])
		}
	}
}
