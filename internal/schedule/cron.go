package schedule

import (
	"fmt"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Cron is an expression of five fields in UTC as cron reads it: minute, hour, day
// of month, month, weekday. ParseCron makes it.
type Cron struct {
	text                 string
	times                []int // minutes of a day, sorted
	days, months, weekly set
	// both says that a day has to fit the day of month and the weekday. Where neither
	// field begins with a star, one of the two is enough: crontab(5).
	both bool
}

// set holds small numbers, one a bit.
type set uint64

func (s set) has(n int) bool { return s&(1<<n) != 0 }

// ParseCron reads an expression. It knows lists, ranges, steps, the names of months
// and weekdays, and 7 as Sunday. It refuses an expression that never fires, and one
// with two wakes that follow each other by less than Spacing. The error has every
// problem.
func ParseCron(text string) (Cron, error) {
	c, problems := parseCron(text)
	return c, guild.Invalid("the cron expression is refused", problems)
}

func parseCron(text string) (Cron, []guild.Problem) {
	sets, clean, problems := parseFields(text)
	if len(problems) > 0 {
		return Cron{}, problems
	}
	c := Cron{text: clean, days: sets[2], months: sets[3], weekly: sets[4], both: starred(clean)}
	for minute := range minutesOfDay {
		if sets[1].has(minute/60) && sets[0].has(minute%60) {
			c.times = append(c.times, minute)
		}
	}
	if why := c.refusal(); why != "" {
		return Cron{}, problem("cron", "%s", why)
	}
	return c, nil
}

// String returns the expression with one space between fields.
func (c Cron) String() string { return c.text }

const (
	day          = 24 * time.Hour
	minutesOfDay = 24 * 60
	// gregorian is the number of days after which the calendar repeats with its
	// weekdays. The rarest expression, a 29 February on one weekday, waits 40 years.
	gregorian = 146097
)

// Next returns the first wake after now, in UTC.
func (c Cron) Next(now time.Time) time.Time {
	today := now.UTC().Truncate(day)
	for i := range gregorian {
		date := today.Add(time.Duration(i) * day)
		if !c.on(date) {
			continue
		}
		for _, minute := range c.times {
			if at := date.Add(time.Duration(minute) * time.Minute); at.After(now) {
				return at
			}
		}
	}
	return time.Time{} // of an expression that ParseCron has refused
}

// on reports whether it fires on a date.
func (c Cron) on(date time.Time) bool {
	_, month, dayOfMonth := date.Date()
	if !c.months.has(int(month)) {
		return false
	}
	monthly, weekly := c.days.has(dayOfMonth), c.weekly.has(int(date.Weekday()))
	if c.both {
		return monthly && weekly
	}
	return monthly || weekly
}

// refusal says why an expression whose fields are right is refused all the same,
// and nothing where it is not.
func (c Cron) refusal() string {
	fires, running := c.fires()
	if !fires {
		return fmt.Sprintf("%q never fires: none of its months has such a day", c.text)
	}
	times := c.times
	if running { // the last wake of a day and the first of the next follow each other
		times = append(slices.Clip(times), times[0]+minutesOfDay)
	}
	for i := range len(times) - 1 {
		if gap := times[i+1] - times[i]; gap < int(Spacing.Minutes()) {
			return fmt.Sprintf("%q wakes at %s and again at %s UTC; consecutive wakes must be at least 5 minutes apart", c.text, Clock(times[i]), Clock(times[i+1]%minutesOfDay))
		}
	}
	return ""
}

// fires reports whether there is a day on which it fires, and whether there are two
// in a row. In these 28 years every date, 29 February too, falls on every weekday.
func (c Cron) fires() (ever, inARow bool) {
	first, end := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2029, 1, 2, 0, 0, 0, 0, time.UTC)
	before := false
	for date := first; date.Before(end); date = date.Add(day) {
		on := c.on(date)
		ever, inARow = ever || on, inARow || on && before
		before = on
	}
	return ever, inARow
}
