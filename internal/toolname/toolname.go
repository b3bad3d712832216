// Package toolname gives the tools of remote servers the names under which a
// model sees them.
package toolname

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// MaxLen is the longest name, in bytes, that model providers accept.
const MaxLen = 64

const hashLen = 8

// Names maps each remote tool name of one server to the name offered to a
// model: the server's slug, an underscore and the remote name, with every
// character outside [A-Za-z0-9_-] as an underscore, at most MaxLen bytes.
//
// A longer name is cut and ends in a hash of the whole name, and so does each
// of two names that would be the same. The result depends on the set of remote
// names alone, never on their order, so a listing that comes back in another
// order changes nothing. A remote name that stays ambiguous even so, or that is
// empty, is absent: it must not be offered, since a call could reach the wrong
// tool.
func Names(slug string, remote []string) map[string]string {
	sorted := slices.Compact(slices.Sorted(slices.Values(remote)))
	offered := make(map[string]string, len(sorted))
	for _, name := range sorted {
		if name != "" {
			offered[name] = plain(slug, name)
		}
	}
	// Adding a hash may run into a name that a server chose to look so. Each
	// round hashes at least one more name, so the rounds end.
	for hashed := map[string]bool{}; ; {
		again := false
		for _, name := range clashing(offered) {
			if !hashed[name] {
				hashed[name], again = true, true
				offered[name] = withHash(slug, name)
			}
		}
		if !again {
			break
		}
	}
	for _, name := range clashing(offered) {
		delete(offered, name)
	}
	return offered
}

// clashing returns the remote names that share their offered name with another.
func clashing(offered map[string]string) []string {
	count := make(map[string]int, len(offered))
	for _, o := range offered {
		count[o]++
	}
	var out []string
	for name, o := range offered {
		if count[o] > 1 {
			out = append(out, name)
		}
	}
	return out
}

func plain(slug, name string) string {
	whole := legal(slug + "_" + name)
	if len(whole) > MaxLen {
		return withHash(slug, name)
	}
	return whole
}

func withHash(slug, name string) string {
	sum := sha256.Sum256([]byte(slug + "_" + name))
	whole := legal(slug + "_" + name)
	return whole[:min(len(whole), MaxLen-1-hashLen)] + "_" + hex.EncodeToString(sum[:])[:hashLen]
}

// legal replaces characters, not bytes, so "naïve" becomes "na_ve".
func legal(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, s)
}
