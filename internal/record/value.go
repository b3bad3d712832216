package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// The limits of a value.
const (
	MaxItems  = 100 // of a list
	MaxUnique = 500 // characters of a text in a unique column, which an index has to hold
)

// readers read one value of each type from what JSON holds, and return a string, a
// json.Number in its one form, a bool, or a time in UTC.
var readers = map[Type]func(any) (any, error){
	Text: func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return nil, errors.New("is not text")
		}
		if strings.ContainsRune(s, 0) {
			return nil, errors.New("holds the character NUL, which cannot be stored")
		}
		return s, nil
	},
	Number: func(v any) (any, error) {
		n, ok := v.(json.Number)
		if !ok {
			return nil, errors.New("is not a number")
		}
		exact, err := decimal(string(n))
		return json.Number(exact), err
	},
	Boolean: func(v any) (any, error) {
		b, ok := v.(bool)
		if !ok {
			return nil, errors.New("is neither true nor false")
		}
		return b, nil
	},
	Datetime: func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return nil, errMoment
		}
		return ParseMoment(s)
	},
}

var errMoment = errors.New("is not a moment of RFC 3339 with its offset, such as 2026-03-01T09:30:00Z, or a date, such as 2026-03-01")

// ParseMoment reads a moment of RFC 3339, or a date, which is its midnight in UTC.
// It comes back in UTC, to the microsecond.
func ParseMoment(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t, err = time.Parse(time.DateOnly, s)
	}
	t = t.UTC().Truncate(time.Microsecond)
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}, errMoment
	}
	return t, nil
}

// one reads a single value of the column, an item where it is a list.
func (c Column) one(v any) (any, error) {
	read, err := readers[c.Type](v)
	if err != nil {
		return nil, err
	}
	text, _ := read.(string)
	if len(c.Values) > 0 && !slices.Contains(c.Values, text) {
		return nil, fmt.Errorf("%q is not allowed; allowed are %s", clip(text), strings.Join(c.Values, ", "))
	}
	if c.Unique && tooLong(text, MaxUnique) {
		return nil, fmt.Errorf("has more than %d characters, which is the most in a unique column", MaxUnique)
	}
	return read, nil
}

// read reads a column's value that is not null, and returns every problem with it.
func (c Column) read(v any, path string) (any, []guild.Problem) {
	if c.Array {
		return c.readList(v, path)
	}
	read, err := c.one(v)
	if err != nil {
		return nil, []guild.Problem{{Path: path, Message: err.Error()}}
	}
	if text, is := read.(string); is && c.Required && strings.TrimSpace(text) == "" {
		return nil, []guild.Problem{{Path: path, Message: "is required and empty"}}
	}
	return read, nil
}

func (c Column) readList(v any, path string) (any, []guild.Problem) {
	list, ok := v.([]any)
	switch {
	case !ok:
		return nil, []guild.Problem{{Path: path, Message: "is not a list"}}
	case c.Required && len(list) == 0:
		return nil, []guild.Problem{{Path: path, Message: "is required and empty"}}
	case len(list) > MaxItems:
		return nil, []guild.Problem{{Path: path, Message: fmt.Sprintf("has %d items, and the most is %d", len(list), MaxItems)}}
	}
	var problems []guild.Problem
	items := make([]any, len(list))
	for i, item := range list {
		read, err := c.one(item)
		if err != nil {
			problems = append(problems, guild.Problem{Path: fmt.Sprintf("%s[%d]", path, i), Message: err.Error()})
		}
		items[i] = read
	}
	return items, problems
}

// clip keeps a message short that repeats what somebody wrote.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
