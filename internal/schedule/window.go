package schedule

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Window wakes an agent at random moments between two times of each day in a time
// zone: MaxWakes moments where they fit, and fewer on a day that the clocks
// shorten. A window that ends at or before its start crosses midnight, and belongs
// to the day on which it opens.
//
// The moments of a day follow from Seed and the date alone. A daemon that is
// killed, and a schedule that is paused and resumed, find the same ones again, so
// that no day has more than MaxWakes.
//
// Where the clocks are put forward, a time that they skip has no moment. Where they
// are put back, only the first of two equal times has one.
type Window struct {
	Zone       *time.Location
	Start, End Clock
	MaxWakes   int // a day
	Seed       uint64
}

// parseWindow reads a window. It refuses more wakes than are Spacing apart within
// it.
func parseWindow(timezone, start, end string, maxWakes int) (w Window, problems []guild.Problem) {
	var ok bool
	if w.Zone, ok = parseZone(timezone); !ok {
		problems = append(problems, problem("timezone", "%q is no time zone; use an IANA name such as Europe/Berlin or UTC", timezone)...)
	}
	w.Start, ok = ParseClock(start)
	timed := ok && w.Start < minutesOfDay
	if !timed {
		problems = append(problems, problem("start", "%q is no time of day; use HH:MM from 00:00 to 23:59", start)...)
	}
	if w.End, ok = ParseClock(end); !ok {
		problems = append(problems, problem("end", "%q is no time of day; use HH:MM from 00:00 to 24:00", end)...)
	}
	timed = timed && ok
	if timed && w.Start == w.End {
		problems = append(problems, problem("end", "the window opens and closes at %s; a whole day is from 00:00 to 24:00", end)...)
		timed = false
	}
	switch most := w.most(); {
	case maxWakes < 1:
		problems = append(problems, problem("max_wakes", "%d wakes a day are none; it must be at least 1", maxWakes)...)
	case timed && maxWakes > most:
		problems = append(problems, problem("max_wakes", "%d wakes a day do not fit; from %s to %s at most %d are 5 minutes apart", maxWakes, start, end, most)...)
	}
	w.MaxWakes = maxWakes
	return w, problems
}

// parseZone returns the time zone with an IANA name. The name of no place is
// refused, and so is Local, which is another zone on each machine.
func parseZone(name string) (*time.Location, bool) {
	if name == "" || name == "Local" {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}

// String returns the window in words.
func (w Window) String() string {
	return fmt.Sprintf("%s-%s %s, at most %d a day", w.Start, w.End, w.Zone, w.MaxWakes)
}

// length is how long the window is open on a day whose clocks are let alone.
func (w Window) length() time.Duration {
	minutes := w.End - w.Start
	if minutes <= 0 {
		minutes += minutesOfDay
	}
	return time.Duration(minutes) * time.Minute
}

// most is how many wakes a day can have, with Spacing between them and before the
// next day's.
func (w Window) most() int {
	usable := min(w.length(), day-Spacing)
	return int((usable + Spacing - 1) / Spacing)
}

// Next returns the first wake after now, in UTC.
func (w Window) Next(now time.Time) time.Time {
	local := now.In(w.Zone)
	// The window that opened yesterday may still be open.
	date := time.Date(local.Year(), local.Month(), local.Day()-1, 0, 0, 0, 0, time.UTC)
	for ; ; date = date.Add(day) {
		for _, at := range w.moments(date) {
			if at.After(now) {
				return at
			}
		}
	}
}

// moments returns the wakes of the window that opens on a date, in order.
func (w Window) moments(date time.Time) []time.Time {
	open := w.open(date)
	var total time.Duration
	for _, s := range open {
		total += s.length
	}
	n := min(w.MaxWakes, int((total+Spacing-1)/Spacing))
	if n == 0 {
		return nil
	}
	// Numbers drawn from what is left beside the spaces between them, and then moved
	// apart by these.
	random := rand.New(rand.NewPCG(w.Seed, uint64(date.Unix())))
	seconds := int64((total - time.Duration(n-1)*Spacing + time.Second - 1) / time.Second)
	offsets := make([]time.Duration, n)
	for i := range offsets {
		offsets[i] = time.Duration(random.Int64N(seconds)) * time.Second
	}
	slices.Sort(offsets)
	moments := make([]time.Time, n)
	for i, offset := range offsets {
		moments[i] = within(open, offset+time.Duration(i)*Spacing)
	}
	return moments
}
