// Package issue is the rules of the tooling problems that agents report to their
// guild's operators with report_issue.
package issue

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// Categories are the kinds of problem, in the specification's order.
var Categories = []string{"tool_failure", "truncated", "api", "other"}

// Limits of a report, in characters.
const (
	MaxTitle   = 200
	MaxDetails = 4000
	MaxTool    = 64   // as long as a name that a model sees
	MaxNote    = 1000 // of who resolves it
)

// Issue is one report.
type Issue struct {
	ID         guild.ID
	GuildID    guild.ID
	AgentID    guild.ID // empty once the agent is gone
	Agent      string   // the path of the agent when it reported
	Run        guild.ID // empty in a test of the tool
	Call       guild.ID // of report_issue; the run holds what was before it
	Category   string
	Tool       string // what the report is about; may be empty
	Title      string
	Details    string
	ResolvedBy string     // an operator
	ResolvedAt *time.Time // nil while it is open
	Note       string     // of who resolved it
	CreatedAt  time.Time
}

// Check lists all that is wrong with a report.
func (i Issue) Check() error {
	var problems []guild.Problem
	if !slices.Contains(Categories, i.Category) {
		problems = append(problems, guild.Problem{Path: "category", Message: fmt.Sprintf("%q is no category; it is one of %s", i.Category, strings.Join(Categories, ", "))})
	}
	if strings.TrimSpace(i.Title) == "" {
		problems = append(problems, guild.Problem{Path: "title", Message: "is empty; say in one line what went wrong"})
	}
	for _, text := range []struct {
		path, text string
		limit      int
	}{{"title", i.Title, MaxTitle}, {"details", i.Details, MaxDetails}, {"tool", i.Tool, MaxTool}} {
		if n := utf8.RuneCountInString(text.text); n > text.limit {
			problems = append(problems, guild.Problem{Path: text.path, Message: fmt.Sprintf("has %d characters; at most %d are kept", n, text.limit)})
		}
	}
	return guild.Invalid("the issue cannot be filed", problems)
}

// CheckNote refuses a note that is too long.
func CheckNote(note string) error {
	if n := utf8.RuneCountInString(note); n > MaxNote {
		return guild.Errorf(guild.CodeInvalid, "the note has %d characters; at most %d are kept", n, MaxNote)
	}
	return nil
}
