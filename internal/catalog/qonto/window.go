package qonto

import (
	"fmt"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// defaultDays is how far back missing invoices are looked for where nothing is said
// (specification, "Qonto Connect").
const defaultDays = 90

// window is the time in which transactions were settled.
type window struct {
	from, to time.Time // to is zero for now
}

// window reads the days that were asked for, which are whole ones.
func (m missingArgs) window(now time.Time) (window, error) {
	var wrong []guild.Problem
	day := func(name, value string) time.Time {
		at, err := time.Parse(time.DateOnly, value)
		if err != nil {
			wrong = append(wrong, guild.Problem{Path: "$." + name, Message: fmt.Sprintf("%q is no day of the calendar, such as 2026-01-31", value)})
		}
		return at
	}
	var w window
	if m.From != "" {
		w.from = day("from", m.From)
	}
	last := now.UTC()
	if m.To != "" {
		w.to = day("to", m.To).AddDate(0, 0, 1).Add(-time.Millisecond)
		last = w.to
	}
	if m.From == "" {
		w.from = last.AddDate(0, 0, -defaultDays)
	}
	if len(wrong) == 0 && !w.to.IsZero() && w.to.Before(w.from) {
		wrong = append(wrong, guild.Problem{Path: "$.to", Message: fmt.Sprintf("%s is before from, %s", m.To, m.From)})
	}
	return w, guild.Invalid("the arguments do not fit list_missing_invoices", wrong)
}

// stamp is how the API takes a time: RFC 3339 with milliseconds.
const stamp = "2006-01-02T15:04:05.000Z"

// query asks for what was settled in the window, is completed, and has no attachment.
func (w window) query(side string) url.Values {
	q := url.Values{
		"side": {side}, "status[]": {completed}, "with_attachments": {"false"},
		"settled_at_from": {w.from.Format(stamp)}, "sort_by": {"settled_at:desc"},
	}
	if !w.to.IsZero() {
		q.Set("settled_at_to", w.to.Format(stamp))
	}
	return q
}

func (w window) String() string {
	said := "since " + w.from.Format(time.DateOnly)
	if !w.to.IsZero() {
		said = "from " + w.from.Format(time.DateOnly) + " to " + w.to.Format(time.DateOnly)
	}
	return said
}
