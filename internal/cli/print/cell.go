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

// time is how long ago on a terminal, where a person reads, and exact in a pipe.
func (p *Printer) time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if !p.Terminal {
		return t.UTC().Format(time.RFC3339)
	}
	return age(time.Since(t))
}

// ages are the units of an age, longest first.
var ages = []struct {
	unit string
	span time.Duration
}{
	{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second},
}

// age is a span in its largest whole unit.
func age(d time.Duration) string {
	for _, a := range ages {
		if d >= a.span {
			return fmt.Sprintf("%d%s ago", d/a.span, a.unit)
		}
	}
	return "now"
}
