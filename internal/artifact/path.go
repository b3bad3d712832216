package artifact

import (
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Path is where a note is, as an agent or a scope above it sees it: at which level
// of its chain, and under which key.
type Path struct {
	Level guild.Level
	Key   string // the name of the file, which ends in .md
}

// String returns the display path, such as agent/plan.md.
func (p Path) String() string { return Word(p.Level) + "/" + p.Key }

// Owner returns the id of the scope that owns the note, as scope sees it. Where the
// level lies below scope there is none, and the error has the code not_found.
func (p Path) Owner(scope guild.Scope) (guild.ID, error) {
	if p.Level > scope.Level || scope.Level == guild.Platform {
		return "", guild.Errorf(guild.CodeNotFound, "%s has no level %s; notes there are %s", scope.Path, Word(p.Level), seen(scope.Level))
	}
	return scope.Chain[p.Level], nil
}

// seen says where a scope finds notes.
func seen(scope guild.Level) string {
	if levels := At(scope); len(levels) > 0 {
		return "at the levels " + wordsOf(levels)
	}
	return "kept by organisations, guilds and agents"
}

// ParsePath reads a display path. The error has the code invalid and every problem.
func ParsePath(path string) (Path, error) {
	word, key, _ := strings.Cut(path, "/")
	level, err := ParseLevel(word)
	var found []guild.Problem
	if err != nil {
		found = append(found, guild.Problem{Message: err.Error()})
	}
	for _, message := range keyProblems(key) {
		found = append(found, guild.Problem{Message: message})
	}
	return Path{level, key}, guild.Invalid(quoted(path)+" is not the path of a note, such as agent/plan.md", found)
}
