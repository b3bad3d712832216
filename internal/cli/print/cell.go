package print

import (
	"fmt"
	"strings"
	"time"
)

type cell struct {
	text string
	tone tone
}

// cell renders one value. A nil pointer, an empty string and a zero time are
// empty.
func (p *Printer) cell(v any) cell {
	switch v := v.(type) {
	case State:
		return cell{Cell(string(v)), tones[v]}
	case bool:
		return p.cell(yesNo(v))
	case *time.Time:
		if v == nil {
			return cell{}
		}
		return cell{text: p.time(*v)}
	case time.Time:
		return cell{text: p.time(v)}
	case []string:
		return cell{text: Cell(strings.Join(v, ", "))}
	default:
		return cell{text: Cell(fmt.Sprint(v))}
	}
}

// yesNo is a bool as a table shows it.
func yesNo(b bool) State {
	if b {
		return "yes"
	}
	return "no"
}

// time is how long ago, or how far ahead, on a terminal, where a person reads, and
// exact in a pipe.
func (p *Printer) time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if !p.Terminal {
		return t.UTC().Format(time.RFC3339)
	}
	if ahead := time.Until(t); ahead > 0 {
		return "in " + span(ahead, "a moment")
	}
	if ago := span(time.Since(t), ""); ago != "" {
		return ago + " ago"
	}
	return "now"
}

// units are those of a span, longest first.
var units = []struct {
	name string
	span time.Duration
}{
	{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second},
}

// span is a length of time in its largest whole unit, or short where it is less than
// any.
func span(d time.Duration, short string) string {
	for _, u := range units {
		if d >= u.span {
			return fmt.Sprintf("%d%s", d/u.span, u.name)
		}
	}
	return short
}
