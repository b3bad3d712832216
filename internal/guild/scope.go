package guild

import (
	"regexp"
	"slices"
	"strings"
)

// Level is the depth of a scope, counted from the platform down.
type Level int

// The four levels of scope.
const (
	Platform Level = iota
	Organisation
	Guild
	Agent
)

var levelNames = [...]string{"platform", "organisation", "guild", "agent"}

// String returns the level's name as the API writes it.
func (l Level) String() string {
	if l < Platform || l > Agent {
		return "unknown level"
	}
	return levelNames[l]
}

// Child returns the level below l. An agent has none, and returns itself.
func (l Level) Child() Level { return min(l+1, Agent) }

// ParseLevel reads a level's name as String writes it.
func ParseLevel(s string) (Level, error) {
	if i := slices.Index(levelNames[:], s); i >= 0 {
		return Level(i), nil
	}
	return 0, Errorf(CodeInvalid, "%q is not a level of scope; the levels are %s", s, strings.Join(levelNames[:], ", "))
}

// Scope is one node of the tree platform > organisation > guild > agent.
type Scope struct {
	ID    ID
	Level Level
	Path  string // as a person types it: "platform", "acme", "acme/research", "acme/research/scout"
	Chain []ID   // from the platform down to and including this scope, so Chain[s.Level] == s.ID
}

// Within reports whether s is outer or lies below it.
func (s Scope) Within(outer ID) bool { return slices.Contains(s.Chain, outer) }

var slugForm = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)

// CheckSlug refuses a slug that does not match ^[a-z][a-z0-9-]{0,62}$, or that
// the notation of scopes needs for itself.
func CheckSlug(slug string) error {
	if !slugForm.MatchString(slug) {
		return Errorf(CodeInvalid, "%q is not a slug; use up to 63 lower-case letters, digits and hyphens, a letter first", slug)
	}
	if slug == levelNames[Platform] {
		return Errorf(CodeInvalid, "%q names the scope above all organisations; choose another slug", slug)
	}
	return nil
}

// ParsePath splits a scope as a person types it into the slugs of its chain,
// which are none for "platform". The number of slugs is the level.
func ParsePath(path string) ([]string, error) {
	if path == levelNames[Platform] {
		return nil, nil
	}
	slugs := strings.Split(path, "/")
	if len(slugs) > int(Agent) {
		return nil, Errorf(CodeInvalid, "%q has %d parts; a scope is platform, ORGANISATION, ORGANISATION/GUILD or ORGANISATION/GUILD/AGENT", path, len(slugs))
	}
	for _, slug := range slugs {
		if err := CheckSlug(slug); err != nil {
			return nil, Errorf(CodeInvalid, "%q is not a scope: %s", path, err)
		}
	}
	return slugs, nil
}

// At returns the path of the scope's ancestor at a level, or its own.
func (s Scope) At(level Level) string {
	if level == Platform || s.Level == Platform {
		return levelNames[Platform]
	}
	slugs := strings.SplitN(s.Path, "/", int(Agent))
	return strings.Join(slugs[:min(int(level), len(slugs))], "/")
}

// JoinPath returns the path of a child of the scope with path parent.
func JoinPath(parent, slug string) string {
	if parent == levelNames[Platform] {
		return slug
	}
	return parent + "/" + slug
}
