package schedule

import "time"

// stretch is a piece of real time in which a window is open without a break.
type stretch struct {
	from   time.Time
	length time.Duration
}

// open returns the stretches in which the window of a date is open and far enough
// from the next day's, in order.
func (w Window) open(date time.Time) []stretch {
	next := date
	var after []stretch
	for len(after) == 0 { // a date may be skipped altogether, as Apia's 30 December 2011
		next = next.Add(day)
		after = w.shown(next)
	}
	return until(w.shown(date), after[0].from.Add(-Spacing))
}

// shown returns the stretches in which the clocks of the zone show a time of the
// window of a date. Times that they skip are in none, and of times that they show
// twice only the first are.
func (w Window) shown(date time.Time) (out []stretch) {
	// What clocks show is written as if it were UTC. No clock is a day off.
	from := date.Add(time.Duration(w.Start) * time.Minute)
	to := from.Add(w.length())
	for at := from.Add(-day); at.Before(to.Add(day)); {
		_, seconds := at.In(w.Zone).Zone()
		offset := time.Duration(seconds) * time.Second
		begin, end := at.In(w.Zone).ZoneBounds() // within which the offset stays
		if end.IsZero() {
			end = to.Add(2 * day)
		}
		first, last := later(from, begin.Add(offset)), earlier(to, end.Add(offset))
		if first.Before(last) {
			out = append(out, stretch{first.Add(-offset).UTC(), last.Sub(first)})
			from = last
		}
		at = end
	}
	return out
}

// until cuts stretches where they pass a moment.
func until(stretches []stretch, end time.Time) (out []stretch) {
	for _, s := range stretches {
		if s.length = min(s.length, end.Sub(s.from)); s.length > 0 {
			out = append(out, s)
		}
	}
	return out
}

// within returns the moment at which a time has passed in stretches.
func within(stretches []stretch, passed time.Duration) time.Time {
	for _, s := range stretches {
		if passed < s.length {
			return s.from.Add(passed)
		}
		passed -= s.length
	}
	return time.Time{} // more has passed than there is
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
