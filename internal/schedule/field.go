package schedule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// field is one field of a cron expression.
type field struct {
	name        string
	first, last int      // what a star stands for
	limit       int      // the largest number that may be written
	names       []string // of the numbers from first on
}

var fields = [...]field{
	{name: "minute", last: 59, limit: 59},
	{name: "hour", last: 23, limit: 23},
	{name: "day of month", first: 1, last: 31, limit: 31},
	{name: "month", first: 1, last: 12, limit: 12, names: strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")},
	{name: "weekday", last: 6, limit: sunday, names: strings.Fields("sun mon tue wed thu fri sat")},
}

// sunday is Sunday's other number, which ends a range: 5-7 is Friday to Sunday.
const sunday = 7

// parseFields reads the five fields, and returns the expression with one space
// between them.
func parseFields(text string) (sets [len(fields)]set, clean string, problems []guild.Problem) {
	parts := strings.Fields(text)
	clean = strings.Join(parts, " ")
	if len(parts) != len(fields) {
		return sets, clean, problem("cron", "%q has %d fields; it must have 5: minute hour day month weekday, such as \"0 9 * * 1-5\"", text, len(parts))
	}
	for i, f := range fields {
		for item := range strings.SplitSeq(parts[i], ",") {
			part, why := f.parse(item)
			if why != "" {
				problems = append(problems, problem("cron", "%s %q: %s", f.name, item, why)...)
			}
			sets[i] |= part
		}
	}
	return sets, clean, problems
}

// starred reports whether the day of month or the weekday begins with a star.
func starred(clean string) bool {
	parts := strings.Fields(clean)
	return parts[2][0] == '*' || parts[4][0] == '*'
}

// parse reads one item of a list: a star, a number or a range, with or without a
// step. A number with a step begins a range that ends with the field. It says why
// an item is refused.
func (f field) parse(item string) (values set, why string) {
	span, stepText, stepped := strings.Cut(item, "/")
	low, high, why := f.span(span, stepped)
	if why != "" {
		return 0, why
	}
	step := 1
	if stepped {
		var ok bool
		if step, ok = number(stepText); !ok || step < 1 || step > f.last-f.first+1 {
			return 0, "the step after / must be a number from 1 to " + strconv.Itoa(f.last-f.first+1)
		}
	}
	for n := low; n <= high; n += step {
		value := n
		if f.limit == sunday {
			value = n % sunday
		}
		values |= 1 << value
	}
	return values, ""
}

func (f field) span(text string, stepped bool) (low, high int, why string) {
	if text == "*" {
		return f.first, f.last, ""
	}
	from, to, ranged := strings.Cut(text, "-")
	low, why = f.value(from)
	if why != "" {
		return 0, 0, why
	}
	switch {
	case ranged:
		high, why = f.value(to)
		if f.limit == sunday && high == 0 && low > 0 {
			high = sunday
		}
	case stepped:
		high = max(low, f.last)
	default:
		high = low
	}
	if why == "" && low > high {
		why = "the range ends before it begins; write it as two, with a comma between"
	}
	return low, high, why
}

// value reads a number or a name.
func (f field) value(text string) (n int, why string) {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.first + i, ""
	}
	n, ok := number(text)
	if !ok || n < f.first || n > f.limit {
		why = "use * or numbers from " + strconv.Itoa(f.first) + " to " + strconv.Itoa(f.limit)
		if len(f.names) > 0 {
			why += ", or names from " + f.names[0] + " to " + f.names[len(f.names)-1]
		}
		return 0, why
	}
	return n, ""
}

// number reads up to two digits, and nothing else that strconv would.
func number(text string) (int, bool) {
	if len(text) > 2 {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 8)
	return int(n), err == nil
}
