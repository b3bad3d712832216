package tsv

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/text"
)

// MaxCell is how long a cell may be, in characters, where nothing else is said.
const MaxCell = 300

// Clip returns s on one line, in at most limit characters. One that is cut ends in
// "…", which counts.
func Clip(s string, limit int) string {
	s = text.Line(s, len(s))
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	return strings.TrimRight(string(runes[:max(0, limit-1)]), " ") + "…"
}

// cell writes a value: a string, a json.Number as it was sent, a number, a bool, a
// time.Time as UTC, a list of strings with commas, or a pointer to one of them. What
// is not there, such as a nil pointer or the zero time, is empty.
func cell(v any, limit int) string {
	if limit == 0 {
		limit = MaxCell
	}
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return Clip(v, limit)
	case json.Number:
		return Number(v)
	case time.Time:
		return Time(v)
	case []string:
		return Clip(strings.Join(slices.DeleteFunc(slices.Clone(v), empty), ", "), limit)
	case *string:
		return pointed(v, limit)
	case *json.Number:
		return pointed(v, limit)
	case *bool:
		return pointed(v, limit)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return Clip(fmt.Sprint(v), limit)
}

func empty(s string) bool { return s == "" }

func pointed[T any](v *T, limit int) string {
	if v == nil {
		return ""
	}
	return cell(*v, limit)
}

// Time writes a time in UTC to the second, and nothing for the zero time.
func Time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05Z")
}
