package artifact

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxNote is the most that a note may hold, in bytes: what the result of one tool
// call can show of it (specification, the platform's byte cap), so that note_get
// returns every note whole.
const MaxNote = 64 << 10

// Author is who wrote a version.
type Author struct {
	Name string   // an agent's path, or an operator's name
	Run  guild.ID // empty where no run wrote it
}

// Note is a note as it is stored.
type Note struct {
	Path      Path
	Content   string
	Author    Author
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Written is what a write came to.
type Written struct {
	Path   Path
	Before *int // bytes of the content that was replaced; nil where the note is new
	After  int  // bytes
}

// String says what was done: "created agent/plan.md (120 bytes)".
func (w Written) String() string {
	if w.Before == nil {
		return fmt.Sprintf("created %s (%d bytes)", w.Path, w.After)
	}
	return fmt.Sprintf("replaced %s (%d bytes, before %d)", w.Path, w.After, *w.Before)
}

// CheckNote reads what a write asks for. The error has the code invalid and every
// problem, each with the argument that it is about.
func CheckNote(level, key, content string) (Path, error) {
	var found []guild.Problem
	parsed, err := ParseLevel(level)
	if err != nil {
		found = append(found, guild.Problem{Path: "level", Message: err.Error()})
	}
	for _, message := range keyProblems(key) {
		found = append(found, guild.Problem{Path: "key", Message: message})
	}
	for _, message := range contentProblems(content) {
		found = append(found, guild.Problem{Path: "content", Message: message})
	}
	return Path{parsed, key}, guild.Invalid(fmt.Sprintf("the note %s cannot be written", quoted(key)), found)
}

func contentProblems(content string) []string {
	found := textProblems(content)
	if len(content) > MaxNote {
		found = append(found, fmt.Sprintf("the content has %d bytes; a note holds at most %d, so split it or write less", len(content), MaxNote))
	}
	return found
}

// textProblems says why a text cannot be stored.
func textProblems(s string) []string {
	if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return []string{"the content holds the character NUL or is not UTF-8, and neither can be stored"}
	}
	return nil
}
