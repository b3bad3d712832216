package print

import "github.com/charmbracelet/lipgloss"

// State is a word that says how a thing is. A terminal colours those it knows.
type State string

type tone int

const (
	plain tone = iota
	good
	doubtful
	bad
	faint
	heading
)

// tones gives the words of the API and of doctor their colour. A word that is
// not here stays plain.
var tones = map[State]tone{
	"on": good, "yes": good, "ok": good, "connected": good, "published": good, "done": good,
	"pending": doubtful, "paused": doubtful, "incomplete": doubtful, "warn": doubtful, "queued": doubtful, "running": doubtful, "no key yet": doubtful,
	"fail": bad, "failed": bad, "disconnected": bad,
	"off": faint, "no": faint, "none": faint, "cancelled": faint, "unpublished": faint,
}

// The sixteen colours follow the terminal's own theme, so none of them depends
// on whether its background is dark; asking it would cost up to five seconds.
var colours = map[tone]lipgloss.Color{good: "2", doubtful: "3", bad: "1"}

// paint applies a tone to text.
func (p *Printer) paint(t tone, text string) string {
	if !p.Colour || t == plain || text == "" {
		return text
	}
	if p.styles == nil {
		p.styles = lipgloss.NewRenderer(p.Out)
	}
	style := p.styles.NewStyle().Inline(true)
	switch t {
	case faint:
		style = style.Faint(true)
	case heading:
		style = style.Bold(true)
	default:
		style = style.Foreground(colours[t])
	}
	return style.Render(text)
}
