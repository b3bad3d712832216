package model

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// thinkBlock takes the reasoning out of content that begins with it: open-weight
// models write it between two tags where the server before them does not know
// better. In the middle of a text the tags are text.
type thinkBlock struct {
	state thinkState
	held  string // what may be the beginning of a tag
}

type thinkState int

const (
	thinkUndecided thinkState = iota // before anything but white space
	thinkInside
	thinkAfter // of the block, before anything but white space
	thinkOver
)

// add takes a piece of the content, and returns the reasoning and the text in what
// is certain by now.
func (b *thinkBlock) add(piece string) (thoughts, text string) {
	if b.state == thinkOver {
		return "", piece
	}
	rest := b.held + piece
	b.held = ""
	if b.state == thinkUndecided {
		begun := strings.TrimLeft(rest, " \t\r\n")
		switch after, is := strings.CutPrefix(begun, thinkOpen); {
		case is:
			b.state, rest = thinkInside, after
		case strings.HasPrefix(thinkOpen, begun):
			b.held = rest
			return "", ""
		default:
			b.state = thinkOver
			return "", rest
		}
	}
	if b.state == thinkInside {
		before, after, closed := strings.Cut(rest, thinkClose)
		if !closed {
			keep := overlap(rest, thinkClose)
			b.held = rest[len(rest)-keep:]
			return rest[:len(rest)-keep], ""
		}
		b.state, thoughts, rest = thinkAfter, before, after
	}
	if text = strings.TrimLeft(rest, " \t\r\n"); text != "" {
		b.state = thinkOver
	}
	return thoughts, text
}

// end returns what was held at the end of the content.
func (b *thinkBlock) end() (thoughts, text string) {
	held := b.held
	b.held = ""
	if b.state == thinkInside {
		return held, ""
	}
	return "", held
}

// overlap returns how many bytes at the end of s are the beginning of tag.
func overlap(s, tag string) int {
	for n := min(len(s), len(tag)-1); n > 0; n-- {
		if strings.HasPrefix(tag, s[len(s)-n:]) {
			return n
		}
	}
	return 0
}
