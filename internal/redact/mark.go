package redact

import (
	"fmt"
	"slices"
	"strings"
)

const (
	markStart    = "[redacted:"
	markEnd      = "]"
	namelessMark = markStart + "-" + markEnd

	maxNameLength = 64 // bytes
)

// Mark returns the name in the first mark that text holds, and whether it holds
// one. A model that was shown a mark may write it back; decisions.md refuses an
// argument with a mark in it.
func Mark(text string) (name string, ok bool) {
	for {
		_, rest, found := strings.Cut(text, markStart)
		if !found {
			return "", false
		}
		n := strings.IndexFunc(rest, func(r rune) bool { return !inName(r) })
		if n > 0 && n <= maxNameLength && strings.HasPrefix(rest[n:], markEnd) {
			return rest[:n], true
		}
		text = rest
	}
}

// Check refuses a value that cannot be redacted: one shorter than MinLength, or
// one that the mark itself would print. The error says why and never holds the
// value.
func Check(value string) error {
	if len(value) < MinLength {
		return fmt.Errorf("a secret needs at least %d bytes, this one has %d: a shorter one cannot be kept out of tool results without masking ordinary words", MinLength, len(value))
	}
	if inMark(forms(value)) {
		return fmt.Errorf("this value is part of the mark %s that stands in for secrets, so it cannot be kept out of tool results", namelessMark)
	}
	return nil
}

// inMark reports whether even the mark without a name would print one of the forms.
func inMark(forms []form) bool {
	return slices.ContainsFunc(forms, func(f form) bool { return strings.Contains(namelessMark, f.text) })
}

// markFor returns the mark that shows name. What could end the mark early, or
// would need an escape in JSON or in a URL's text, shows as an underscore.
func markFor(name string) string {
	name = strings.Map(func(r rune) rune {
		if inName(r) {
			return r
		}
		return '_'
	}, name)
	if name == "" {
		return namelessMark
	}
	return markStart + name[:min(len(name), maxNameLength)] + markEnd
}

// inName reports whether a mark's name may hold r. All such runes are ASCII.
func inName(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(" ._-/@:", r)
}
