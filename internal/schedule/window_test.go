package schedule_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/guildsbox/guilds/internal/schedule"
)

// zones change their clocks by half an hour (Lord Howe), at midnight (Azores, Havana,
// Cairo), for a month (Casablanca), by two hours (Troll), not at all (Kathmandu), lie
// off the hour (St John's, Chatham, Kathmandu), or left out a day (Apia, 2011).
var zones = []string{
	"Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca", "America/St_Johns", "Atlantic/Azores",
	"Europe/Berlin", "America/New_York", "Pacific/Chatham", "America/Havana", "Africa/Cairo", "Antarctica/Troll", "UTC",
}

var windows = []schedule.DraftWindow{
	{Start: "09:00", End: "17:00", MaxWakes: 3},
	{Start: "00:00", End: "24:00", MaxWakes: 5},
	{Start: "22:00", End: "06:00", MaxWakes: 4},
	{Start: "02:15", End: "02:45", MaxWakes: 2},
	{Start: "23:50", End: "00:10", MaxWakes: 4},
	{Start: "03:00", End: "02:00", MaxWakes: 12},
	{Start: "00:00", End: "00:01", MaxWakes: 1},
	{Start: "01:30", End: "01:29", MaxWakes: 1},
}

var starts = []time.Time{
	time.Date(2011, 3, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2025, 1, 1, 12, 0, 0, 0, time.UTC),
	time.Date(2026, 10, 25, 0, 59, 59, 0, time.UTC),
}

func window(t testing.TB, zone string, d schedule.DraftWindow, seed uint64) schedule.Window {
	t.Helper()
	d.Timezone = zone
	timing, err := schedule.Draft{Description: "d", Instruction: "i", Window: &d}.Check(seed)
	if err != nil {
		t.Fatal(err)
	}
	return timing.(schedule.Window)
}

// A year passes in each zone and window, from several starts.
func TestAYearOfWindows(t *testing.T) {
	t.Parallel()
	for _, zone := range zones {
		for i, draft := range windows {
			t.Run(fmt.Sprintf("%s %s-%s", zone, draft.Start, draft.End), func(t *testing.T) {
				t.Parallel()
				for j, start := range starts {
					travel(t, window(t, zone, draft, uint64(10*i+j)), start, start.AddDate(1, 0, 0))
				}
			})
		}
	}
}

// travel walks the wakes of a window and checks each by the clocks of its zone.
func travel(t *testing.T, w schedule.Window, from, to time.Time) {
	t.Helper()
	perDay, shown := map[string]int{}, map[string]bool{}
	for now := from; ; {
		at := w.Next(now)
		if !at.After(now) || now != from && at.Sub(now) < schedule.Spacing {
			t.Fatalf("%s: after %s comes %s", w, now, at)
		}
		if at.After(to) {
			break
		}
		now = at
		local := at.In(w.Zone)
		if face := local.Format(time.DateTime); shown[face] {
			t.Errorf("%s: twice at %s", w, face)
		} else {
			shown[face] = true
		}
		perDay[opened(t, w, local)]++
	}
	checkDays(t, w, perDay, from, to)
}

// opened returns the date on which the window opened that a wake is in.
func opened(t *testing.T, w schedule.Window, local time.Time) string {
	t.Helper()
	clock := schedule.Clock(60*local.Hour() + local.Minute())
	crosses := w.End <= w.Start
	inside := clock >= w.Start && clock < w.End
	if crosses {
		inside = clock >= w.Start || clock < w.End
	}
	if !inside {
		t.Errorf("%s: a wake at %s", w, local)
	}
	date := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC) // where every date exists
	if crosses && clock < w.End {
		date = date.AddDate(0, 0, -1)
	}
	return date.Format(time.DateOnly)
}

// checkDays checks that no day has more wakes than it may, and that each day with
// nothing odd about its clocks has all.
func checkDays(t *testing.T, w schedule.Window, perDay map[string]int, from, to time.Time) {
	t.Helper()
	for date, n := range perDay {
		if n > w.MaxWakes {
			t.Errorf("%s: %d wakes on %s", w, n, date)
		}
	}
	for day := from.AddDate(0, 0, 2); day.Before(to.AddDate(0, 0, -2)); day = day.AddDate(0, 0, 1) {
		date := day.Format(time.DateOnly)
		if n := perDay[date]; n != w.MaxWakes && plain(w.Zone, day) {
			t.Errorf("%s: %d wakes on %s", w, n, date)
		}
	}
}

// plain reports whether the clocks of a zone are let alone around a date.
func plain(zone *time.Location, date time.Time) bool {
	_, before := date.AddDate(0, 0, -2).In(zone).Zone()
	_, after := date.AddDate(0, 0, 3).In(zone).Zone()
	return before == after
}

// Berlin skips from 02:00 to 03:00 on 29 March 2026, and shows it twice on 25 October.
func TestAWindowInTheHourThatIsSkippedOrShownTwice(t *testing.T) {
	t.Parallel()
	w := window(t, "Europe/Berlin", schedule.DraftWindow{Start: "02:00", End: "03:00", MaxWakes: 12}, 1)
	if at := w.Next(time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)); at.Day() != 30 {
		t.Errorf("on the day without the hour it wakes at %s", at)
	}
	wakes := schedule.Upcoming(w, time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC), 13)
	if first, last := wakes[0], wakes[11]; first.Hour() != 0 || last.Hour() != 0 || wakes[12].Day() != 26 {
		t.Errorf("on the day with the hour twice it wakes from %s to %s, and then at %s", first, last, wakes[12])
	}
}

// A daemon that is killed and started again finds the moments that it had, wherever
// it looks from; another schedule has others.
func TestTheMomentsOfADayAreItsOwn(t *testing.T) {
	t.Parallel()
	draft := schedule.DraftWindow{Start: "09:00", End: "17:00", MaxWakes: 5}
	one, other := window(t, "Europe/Berlin", draft, 1), window(t, "Europe/Berlin", draft, 2)
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	want := schedule.Upcoming(one, start, 50)
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, 48).Draw(t, "i")
		now := want[i].Add(time.Duration(rapid.Int64Range(0, int64(want[i+1].Sub(want[i]))-1).Draw(t, "later")))
		if got := one.Next(now); !got.Equal(want[i+1]) {
			t.Errorf("after %s: %s; want %s", now, got, want[i+1])
		}
	})
	same := 0
	for i, at := range schedule.Upcoming(other, start, 50) {
		if at.Equal(want[i]) {
			same++
		}
	}
	if same > 5 {
		t.Errorf("two schedules share %d of 50 moments", same)
	}
}

// Whatever happens to the daemon and the schedule, each moment of the year's plan
// fires once at most, in order, and none that is not of the plan.
func TestStopsAndPausesRepeatNothing(t *testing.T) {
	t.Parallel()
	timings := []schedule.Timing{
		cron(t, "*/20 * * * *"), window(t, "America/Havana", windows[2], 3), window(t, "Australia/Lord_Howe", windows[1], 4),
	}
	start := starts[1]
	rapid.Check(t, func(t *rapid.T) {
		timing := rapid.SampledFrom(timings).Draw(t, "timing")
		planned := schedule.Upcoming(timing, start, 1000)
		now, next, last := start, timing.Next(start), start
		for now.Before(planned[len(planned)-1]) {
			now = now.Add(time.Duration(rapid.IntRange(1, 50*60).Draw(t, "minutes")) * time.Minute)
			switch rapid.SampledFrom([]string{"run", "run", "run", "down", "pause", "resume"}).Draw(t, "what") {
			case "run": // a wake that was missed comes once, and the next is counted from now
				if next.IsZero() || next.After(now) {
					continue
				}
				if !next.After(last) || !slices.ContainsFunc(planned, next.Equal) {
					t.Fatalf("%s: after %s it fires for %s", timing, last, next)
				}
				last, next = next, timing.Next(now)
			case "pause":
				next = time.Time{}
			case "resume":
				if next.IsZero() {
					next = timing.Next(now)
				}
			}
		}
	})
}

// The moments are spread over the window, and not the same each day.
func TestTheMomentsAreRandom(t *testing.T) {
	t.Parallel()
	w := window(t, "UTC", schedule.DraftWindow{Start: "06:00", End: "18:00", MaxWakes: 1}, 7)
	var perHour [24]int
	for _, at := range schedule.Upcoming(w, starts[0], 1200) {
		perHour[at.Hour()]++
	}
	for hour, n := range perHour {
		if inside := hour >= 6 && hour < 18; inside && (n < 60 || n > 150) || !inside && n > 0 {
			t.Errorf("of 1200 wakes %d are in hour %d", n, hour)
		}
	}
}
