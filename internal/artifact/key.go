package artifact

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxKey is the most that a key may have, in characters, its .md included.
const MaxKey = 120

const extension = ".md"

// keyRules are what a key may not be, each with what would be right.
var keyRules = []struct {
	broken  func(key string) bool
	message string
}{
	{func(key string) bool { return key == "" }, "the key is missing; it is the name of a Markdown file, such as plan.md"},
	{func(key string) bool { return strings.ContainsAny(key, `/\`) }, "the key holds a slash; notes have no folders"},
	{func(key string) bool { return key != "" && !strings.HasSuffix(key, extension) }, "the key does not end in .md"},
	{func(key string) bool { return key == extension }, "the key has no name before .md"},
	{blankEnds, "the key has a blank before or after its name"},
	{unprintable, "the key holds a control character, an invisible one, or bytes that are not UTF-8"},
	{func(key string) bool { return utf8.RuneCountInString(key) > MaxKey }, fmt.Sprintf("the key has more than %d characters", MaxKey)},
}

// keyProblems returns all that is wrong with a key.
func keyProblems(key string) []string {
	var found []string
	for _, rule := range keyRules {
		if rule.broken(key) {
			found = append(found, rule.message)
		}
	}
	return found
}

func blankEnds(key string) bool {
	name := strings.TrimSuffix(key, extension)
	return strings.TrimSpace(key) != key || strings.TrimSpace(name) != name
}

func unprintable(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// quoted names a value in an error, and no more of it than tells it apart.
func quoted(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		return fmt.Sprintf("%q...", string([]rune(s)[:most]))
	}
	return fmt.Sprintf("%q", s)
}
