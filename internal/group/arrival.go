package group

import (
	"slices"
	"unicode/utf8"
)

const (
	// maxHistory is how many earlier messages are considered.
	maxHistory = 20
	// maxHistoryText is how long they may be together, in characters: the newest that fit
	// are considered. It leaves room in what the service takes at once, 32k tokens.
	maxHistoryText = 16_000
)

// arrival is a message that comes to a room, with what its text and its author decide.
type arrival struct {
	Draft
	others  []Member // all agents but the author
	named   []Member // of those, the mentioned
	unknown []string
	hops    int
	ended   bool
	history []Message // that the woken may read, the oldest first
	last    int       // the seq of the last message before it
}

// arrive looks at a message before it is stored. An agent never wakes itself.
func arrive(d Draft, r Room) arrival {
	a := arrival{Draft: d, history: newest(r.History)}
	a.others = slices.DeleteFunc(slices.Clone(r.Members), func(m Member) bool { return m.ID == d.Author.AgentID })
	if len(r.History) > 0 {
		a.last = r.History[len(r.History)-1].Seq
	}
	a.named, a.unknown = mentioned(d.Text, r.Members)
	a.named = slices.DeleteFunc(a.named, func(m Member) bool { return m.ID == d.Author.AgentID })
	if d.Author.Agent {
		a.hops = min(r.Hops+1, MaxHops)
	}
	if a.hops == MaxHops && len(a.named) > 0 {
		a.named, a.ended = nil, true
	}
	return a
}

// newest returns the last messages that fit together.
func newest(history []Message) []Message {
	left := maxHistoryText
	for i := len(history) - 1; i >= 0; i-- {
		if left -= utf8.RuneCountInString(history[i].Text); left < 0 {
			return history[i+1:]
		}
	}
	return history
}
