package artifact

import (
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Levels are the levels of scope that hold notes, the agent's own first.
var Levels = []guild.Level{guild.Agent, guild.Guild, guild.Organisation}

// words are the levels as paths write them.
var words = map[guild.Level]string{guild.Agent: "agent", guild.Guild: "guild", guild.Organisation: "org"}

// Word returns a level as paths write it: agent, guild or org.
func Word(level guild.Level) string { return words[level] }

// ParseLevel reads a level as paths write it. The error has the code invalid and
// names the three.
func ParseLevel(word string) (guild.Level, error) {
	i := slices.IndexFunc(Levels, func(l guild.Level) bool { return words[l] == word })
	if i < 0 {
		return 0, guild.Errorf(guild.CodeInvalid, "%q is not a level of notes; the levels are agent, guild and org", word)
	}
	return Levels[i], nil
}

// At returns the levels that a scope sees, its own first. The platform holds no
// notes.
func At(scope guild.Level) []guild.Level {
	return slices.DeleteFunc(slices.Clone(Levels), func(l guild.Level) bool { return l > scope })
}

// wordsOf lists levels for an error.
func wordsOf(levels []guild.Level) string {
	var list []string
	for _, l := range levels {
		list = append(list, words[l])
	}
	return strings.Join(list, ", ")
}
