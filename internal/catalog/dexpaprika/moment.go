package dexpaprika

import (
	"strconv"
	"strings"
	"time"
)

// moment reads a time in one of the forms that the vendor takes: RFC 3339, a date,
// Unix seconds, or back from now as in -24h, -7d and -90m. The last one it takes
// only since September 2026, and so a request never holds it.
func moment(s string, now time.Time) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	if ago, back := strings.CutPrefix(s, "-"); back {
		length, ok := lasting(ago)
		return now.Add(-length), ok
	}
	seconds, err := strconv.ParseInt(s, 10, 64)
	return time.Unix(seconds, 0), err == nil
}

// maxDays keeps a number of days within what a Duration holds.
const maxDays = 100 * 365

func lasting(s string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.Atoi(days)
		return time.Duration(n) * 24 * time.Hour, err == nil && 0 <= n && n <= maxDays
	}
	length, err := time.ParseDuration(s)
	return length, err == nil && length >= 0
}
