package artifact

import (
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// The limits of the memory (specification, memory_write).
const (
	MaxMemory    = 12_000 // characters of the whole file
	MaxRevisions = 50     // earlier versions that are kept of each agent
)

// Memory is what an agent remembers: one text. The zero Memory is that of an agent
// that has written none.
type Memory struct {
	Content   string
	Author    Author
	UpdatedAt *time.Time // nil where none was written
}

// Revision is a version of a memory that another has replaced.
type Revision struct {
	ID         guild.ID
	Content    string
	Author     Author    // who wrote this version
	WrittenAt  time.Time // when it was written
	ReplacedAt time.Time
	ReplacedBy Author
}

// Remembered is what a write of a memory came to, in characters.
type Remembered struct {
	Before, After int
	Archived      bool // whether the version before it was kept; not where nothing changed or there was none
}

// CheckMemory refuses a memory that is too long or cannot be stored, with the code
// invalid.
func CheckMemory(content string) error {
	found := textProblems(content)
	if n := Length(content); n > MaxMemory {
		found = append(found, fmt.Sprintf("the content has %d characters; the whole memory holds at most %d, so shorten it", n, MaxMemory))
	}
	var problems []guild.Problem
	for _, message := range found {
		problems = append(problems, guild.Problem{Path: "content", Message: message})
	}
	return guild.Invalid("the memory cannot be written", problems)
}

// Length counts a memory's characters.
func Length(content string) int { return utf8.RuneCountInString(content) }
