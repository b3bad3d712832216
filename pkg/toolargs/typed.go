package toolargs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// readers turn the text of one type into JSON, and what says in an error what
// that type takes. Numbers keep their exact text.
var readers = map[string]struct {
	what string
	read func(raw string) (json.RawMessage, bool)
}{
	"string":  {"text", readString},
	"number":  {"a number, such as 1.5", matching(`-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?`)},
	"integer": {"a whole number, such as 15", matching(`-?(0|[1-9]\d*)`)},
	"boolean": {"true or false", matching(`true|false`)},
	"array":   {`a JSON array, such as ["a","b"]`, startingWith('[')},
	"object":  {`a JSON object, such as {"key":"value"}`, startingWith('{')},
}

// The order in which the types of a Union are tried: what can be read as JSON
// counts as such, and everything is a string.
var preference = []string{"boolean", "integer", "number", "array", "object", "string"}

// Typed turns the text that a person gives for an argument into JSON of the
// argument's type. Text for a string is taken as it is. Where several types will
// do, text that is JSON of one of them is taken as that, so that "5" in quotes is
// a string where a number would do as well. The word null is null where the
// schema allows it and the text cannot be meant as a string.
//
// The error names the argument and the text and says what would be right.
func Typed(p Property, raw string) (json.RawMessage, error) {
	if len(p.Enum) > 0 {
		return listed(p, raw)
	}
	types := p.Types
	if p.Type == Any || len(types) == 0 {
		types = preference
	}
	trimmed := strings.TrimSpace(raw)
	mayBeText := slices.Contains(types, "string")
	if trimmed == "null" && (p.Type == Any || p.Nullable && !mayBeText) {
		return json.RawMessage("null"), nil
	}
	for _, t := range preference {
		if t != "string" && slices.Contains(types, t) {
			if value, ok := readers[t].read(trimmed); ok {
				return value, nil
			}
		}
	}
	if !mayBeText {
		return nil, fmt.Errorf("%s takes %s; %q is not", p.Name, describe(types), raw)
	}
	if len(types) > 1 && isQuoted(trimmed) {
		return json.RawMessage(trimmed), nil
	}
	value, _ := readString(raw)
	return value, nil
}

// listed finds the value of the list that the text names, as text or as JSON.
func listed(p Property, raw string) (json.RawMessage, error) {
	var shown []string
	for _, value := range p.Enum {
		var text string
		if json.Unmarshal(value, &text) == nil && text == raw && !isNull(value) || string(compact(value)) == raw {
			return value, nil
		}
		if isNull(value) || json.Unmarshal(value, &text) != nil {
			text = string(compact(value))
		}
		shown = append(shown, text)
	}
	return nil, fmt.Errorf("%s takes one of %s; %q is none of them", p.Name, strings.Join(shown, ", "), raw)
}

func isNull(value json.RawMessage) bool { return string(value) == "null" }

func compact(value json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Compact(&out, value) != nil {
		return value
	}
	return out.Bytes()
}

func describe(types []string) string {
	var all []string
	for _, t := range types {
		what := readers[t].what
		if what == "" {
			what = "a value of the type " + t
		}
		all = append(all, what)
	}
	return strings.Join(all, " or ")
}

func readString(raw string) (json.RawMessage, bool) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(raw)
	return bytes.TrimSpace(out.Bytes()), err == nil
}

func isQuoted(raw string) bool {
	return strings.HasPrefix(raw, `"`) && json.Valid([]byte(raw))
}

// matching compiles its pattern when it is first needed: most commands that load
// this package never read an argument.
func matching(pattern string) func(string) (json.RawMessage, bool) {
	form := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(` + pattern + `)$`) })
	return func(raw string) (json.RawMessage, bool) { return json.RawMessage(raw), form().MatchString(raw) }
}

func startingWith(first byte) func(string) (json.RawMessage, bool) {
	return func(raw string) (json.RawMessage, bool) {
		return json.RawMessage(raw), raw != "" && raw[0] == first && json.Valid([]byte(raw))
	}
}
