package schedule_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schedule"
)

func cron(t testing.TB, text string) schedule.Cron {
	t.Helper()
	c, err := schedule.ParseCron(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func utc(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestCronNext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ cron, now, want string }{
		{"*/5 * * * *", "2026-03-01 10:00:00", "2026-03-01 10:05:00"},
		{"*/5 * * * *", "2026-03-01 10:04:59", "2026-03-01 10:05:00"},
		{"0 9 * * 1-5", "2026-03-06 09:00:00", "2026-03-09 09:00:00"},
		{"0 9 * * mon-fri", "2026-03-06 08:59:59", "2026-03-06 09:00:00"},
		{"0 9 * * 7", "2026-03-06 09:00:00", "2026-03-08 09:00:00"},
		{"0 9 * * 7/2", "2026-03-06 09:00:00", "2026-03-08 09:00:00"}, // from Sunday to the week's end, which is Sunday
		{"0 9 * * SUN", "2026-03-06 09:00:00", "2026-03-08 09:00:00"},
		{"0 9 * * fri-sun", "2026-03-07 09:00:00", "2026-03-08 09:00:00"},
		{"0 9 * * 6-7", "2026-03-08 09:00:00", "2026-03-14 09:00:00"},
		{"0 0 13 * 5", "2026-03-01 00:00:00", "2026-03-06 00:00:00"},                 // the 13th or a Friday
		{"0 0 */2 * 5", "2026-03-01 00:00:00", "2026-03-13 00:00:00"},                // an odd day that is a Friday
		{"0 0 31 * *", "2026-03-31 00:00:00", "2026-05-31 00:00:00"},                 // not in April
		{"0 0 29 2 *", "2096-02-29 00:00:00", "2104-02-29 00:00:00"},                 // 2100 has none
		{"0 0 29 feb */7", "2088-02-29 00:00:00", "2128-02-29 00:00:00"},             // a Sunday
		{"59 23 31 12 *", "2026-12-31 23:58:59", "2026-12-31 23:59:00"},              //
		{"0/20 0 1 1 *", "2026-01-01 00:20:00", "2026-01-01 00:40:00"},               // from 0 on
		{"5-59/15 7-9,22 * jan-mar *", "2026-01-01 09:50:00", "2026-01-01 22:05:00"}, //
	} {
		if got := cron(t, tt.cron).Next(utc(t, tt.now)); !got.Equal(utc(t, tt.want)) || got.Location() != time.UTC {
			t.Errorf("%s after %s: %s; want %s", tt.cron, tt.now, got, tt.want)
		}
	}
	east := time.Date(2026, 3, 2, 1, 0, 0, 0, time.FixedZone("east", 5*60*60))
	if got := cron(t, "0 21 * * *").Next(east); !got.Equal(utc(t, "2026-03-01 21:00:00")) {
		t.Errorf("from a moment in another zone: %s", got)
	}
}

func TestCronRefusals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                     "0 fields",
		"0 9 * *":              "4 fields",
		"0 0 9 * * 1":          "6 fields",
		"@daily":               "1 fields",
		"60 * * * *":           `minute "60"`,
		"0 24 * * *":           `hour "24"`,
		"0 0 0 * *":            `day of month "0"`,
		"0 0 1 13 *":           `month "13"`,
		"0 0 * * 8":            `weekday "8"`,
		"0 0 * * tues":         `weekday "tues"`,
		"0 0 L * *":            `day of month "L"`,
		"0 0 ? * *":            `day of month "?"`,
		"0 0 * * 1#2":          `weekday "1#2"`,
		"-1 0 * * *":           `minute "-1"`,
		"+1 0 * * *":           `minute "+1"`,
		"0, 0 * * *":           `minute ""`,
		"0 9-5 * * *":          "ends before it begins",
		"0 0 * * 7-1":          "ends before it begins",
		"*/0 * * * *":          "from 1 to 60",
		"*/61 * * * *":         "from 1 to 60",
		"*/ * * * *":           "from 1 to 60",
		"*/5/5 * * * *":        "from 1 to 60",
		"1-2-3 * * * *":        `minute "1-2-3"`,
		"0 0 30 2 *":           "never fires",
		"0 0 31 4,6,9,11 *":    "never fires",
		"* * * * *":            "at 00:00 and again at 00:01",
		"*/4 * * * *":          "at 00:00 and again at 00:04",
		"0,57 * * * *":         "at 00:57 and again at 01:00",
		"0,58 0,23 * * *":      "at 23:58 and again at 00:00",
		"0,58 0,23 1,31 * *":   "at 23:58 and again at 00:00", // 31 January and 1 February
		"0,58 0,23 28 2 */6":   "",                            // never two days in a row
		"0,58 0,23 */31 2 mon": "",
		"0,58 0,23 28,29 2 *":  "at 23:58 and again at 00:00", // in leap years
		"0,58 0,23 1 * *":      "",
		"0,58 0,23 * * 1,3,5":  "",
		"0,58 0,23 * * sat,0":  "at 23:58 and again at 00:00",
		"0,55 0,23 * * *":      "",
	} {
		_, err := schedule.ParseCron(text)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q is refused: %v", text, err)
		case want != "" && (guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
	_, err := schedule.ParseCron("60 24 0 13 8")
	if strings.Count(err.Error(), "\n") != 5 {
		t.Errorf("not every problem is named: %v", err)
	}
}

// fits reports whether an expression fires at a minute. It is written apart from the
// package: it asks of each item of each field whether the number that clocks show
// is one of it.
func fits(text string, at time.Time) bool {
	f := strings.Fields(text)
	weekday := int(at.Weekday())
	monthly := listed(f[2], at.Day(), 1, 31)
	weekly := listed(f[4], weekday, 0, 6) || weekday == 0 && !strings.HasPrefix(f[4], "*") && listed(f[4], 7, 0, 6)
	onDay := monthly || weekly
	if strings.HasPrefix(f[2], "*") || strings.HasPrefix(f[4], "*") {
		onDay = monthly && weekly
	}
	return onDay && listed(f[0], at.Minute(), 0, 59) && listed(f[1], at.Hour(), 0, 23) && listed(f[3], int(at.Month()), 1, 12)
}

func listed(list string, n, first, last int) bool {
	for _, item := range strings.Split(list, ",") {
		span, stepText, stepped := strings.Cut(item, "/")
		low, high := first, last
		if span != "*" {
			from, to, ranged := strings.Cut(span, "-")
			low, _ = strconv.Atoi(from)
			if ranged {
				high, _ = strconv.Atoi(to)
			} else if !stepped {
				high = low
			}
		}
		step := 1
		if stepped {
			step, _ = strconv.Atoi(stepText)
		}
		if n >= low && n <= high && (n-low)%step == 0 {
			return true
		}
	}
	return false
}

// Each minute of a year is asked of the oracle, and Next finds those that fit.
func TestCronAgainstEveryMinuteOfAYear(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"*/5 * * * *", "7-59/10 */3 * * *", "0 0,12 1,15,31 * *", "30 4 * * 0", "30 4 * * 7", "0 9 13 * 5", "15 9 */2 * 3",
		"0 9 1-7 * */7", "0 6 29-31 1,2 *", "0 9 * * 5-7", "0 9 * 6-8 1/2", "0,30 8-18 * 3,6,9,12 1-5", "0 0 31 2 1",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			now := utc(t, "2027-12-31 23:59:59") // before a leap year
			end := now.AddDate(1, 0, 0)
			c := cron(t, text)
			next := c.Next(now)
			for at := now.Add(time.Second); at.Before(end); at = at.Add(time.Minute) {
				if fits(text, at) != at.Equal(next) {
					t.Fatalf("at %s the oracle says %v, and Next said %s", at, fits(text, at), next)
				}
				if at.Equal(next) {
					next = c.Next(at)
				}
			}
		})
	}
}

// An expression is refused exactly where two of its wakes in 28 years, in which the
// calendar has shown all that it can, are closer than five minutes, or none comes.
func TestTheFiveMinuteRuleIsExact(t *testing.T) {
	t.Parallel()
	drawField := func(t *rapid.T, name string, low, high int) string {
		items := make([]string, rapid.IntRange(1, 2).Draw(t, name+" items"))
		for i := range items {
			a, b := rapid.IntRange(low, high).Draw(t, name), rapid.IntRange(low, high).Draw(t, name)
			items[i] = rapid.SampledFrom([]string{
				"*", strconv.Itoa(a), strconv.Itoa(a), fmt.Sprintf("%d-%d", min(a, b), max(a, b)),
				fmt.Sprintf("*/%d", rapid.IntRange(1, high-low+1).Draw(t, name)), fmt.Sprintf("%d/%d", a, rapid.IntRange(1, high-low+1).Draw(t, name)),
			}).Draw(t, name)
		}
		return strings.Join(items, ",")
	}
	edge := rapid.SampledFrom([]string{"0,58", "3,59", "0", "*/5", "56/4", "0,55", "1-58/57", "4,59"})
	rapid.Check(t, func(t *rapid.T) {
		minute, hour := edge.Draw(t, "minute"), rapid.SampledFrom([]string{"0,23", "*", "*/23", "0", "23,0-1"}).Draw(t, "hour")
		if rapid.IntRange(0, 4).Draw(t, "any") == 0 {
			minute, hour = drawField(t, "minute", 0, 59), drawField(t, "hour", 0, 23)
		}
		text := strings.Join([]string{minute, hour, drawField(t, "day", 1, 31), drawField(t, "month", 1, 12), drawField(t, "weekday", 0, 6)}, " ")
		_, err := schedule.ParseCron(text)
		if want := oracleAllows(text); (err == nil) != want {
			t.Fatalf("%s: %v; the oracle says %v", text, err, want)
		}
	})
}

// oracleAllows walks the wakes of 28 years.
func oracleAllows(text string) bool {
	f := strings.Fields(text)
	daily, anyTime := f[0]+" "+f[1]+" * * *", "* * "+strings.Join(f[2:], " ")
	var minutes []time.Duration
	for minute := range 24 * 60 {
		if after := time.Duration(minute) * time.Minute; fits(daily, time.Time{}.Add(after)) {
			minutes = append(minutes, after)
		}
	}
	var last time.Time
	for date := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC); date.Year() < 2029; date = date.AddDate(0, 0, 1) {
		if !fits(anyTime, date) {
			continue
		}
		for _, after := range minutes {
			if !last.IsZero() && date.Add(after).Sub(last) < 5*time.Minute {
				return false
			}
			last = date.Add(after)
		}
	}
	return !last.IsZero()
}
