package group

import (
	"regexp"
	"slices"
	"strings"
)

// everybody is the mention of all.
const everybody = "all"

var (
	// mentionForm finds @name where no address or path leads up to it.
	mentionForm = regexp.MustCompile(`(?:^|[^\pL\pN_.@/-])@([A-Za-z][A-Za-z0-9-]*)`)
	// goesOn is what follows where @name is the beginning of something else, such as of
	// @scope/package or @host.test.
	goesOn = regexp.MustCompile(`^(?:[_/@]|[.:][\pL\pN])`)
)

// mentioned returns the members that a text mentions, in the order of members, and the
// names that are no member's, in the order of the text. Case does not count.
func mentioned(text string, members []Member) (named []Member, unknown []string) {
	names := map[string]bool{}
	for _, found := range mentionForm.FindAllStringSubmatchIndex(text, -1) {
		name := strings.ToLower(strings.TrimRight(text[found[2]:found[3]], "-"))
		if goesOn.MatchString(text[found[3]:]) || names[name] {
			continue
		}
		names[name] = true
		isName := func(m Member) bool { return m.Slug() == name }
		if name != everybody && !slices.ContainsFunc(members, isName) {
			unknown = append(unknown, name)
		}
	}
	for _, m := range members {
		if names[everybody] || names[m.Slug()] {
			named = append(named, m)
		}
	}
	return named, unknown
}
