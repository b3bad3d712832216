package schedule

import (
	"fmt"
	"strconv"
)

// Clock is a time of day in minutes since midnight, from 00:00 to 24:00.
type Clock int

// String writes it as HH:MM.
func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", c/60, c%60) }

// ParseClock reads a time of day as HH:MM. 24:00 is the end of a day.
func ParseClock(text string) (Clock, bool) {
	if len(text) != len("HH:MM") || text[2] != ':' {
		return 0, false
	}
	hour, err := strconv.ParseUint(text[:2], 10, 8)
	if err != nil {
		return 0, false
	}
	minute, err := strconv.ParseUint(text[3:], 10, 8)
	c := Clock(60*hour + minute)
	return c, err == nil && minute < 60 && c <= minutesOfDay
}
