package schedule

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// Draft is a schedule as it is asked for: a cron expression, or a window.
type Draft struct {
	Description, Instruction string
	Cron                     string
	Window                   *DraftWindow // nil for a cron expression
}

// DraftWindow is a window as it is asked for.
type DraftWindow struct {
	Timezone, Start, End string
	MaxWakes             int
}

// Check returns the timing of a draft, or every problem that it has.
func (d Draft) Check(seed uint64) (Timing, error) {
	problems := append(
		checkText("description", d.Description, MaxDescription),
		checkText("instruction", d.Instruction, MaxInstruction)...)
	if strings.ContainsFunc(d.Description, unicode.IsControl) {
		problems = append(problems, problem("description", "must be one line, with no line break, tab or other control character")...)
	}
	var timing Timing
	var more []guild.Problem
	switch {
	case d.Window == nil:
		timing, more = parseCron(d.Cron)
	case d.Cron != "":
		more = problem("cron", "a schedule has a cron expression or a window, not both")
	default:
		var w Window
		w, more = parseWindow(d.Window.Timezone, d.Window.Start, d.Window.End, d.Window.MaxWakes)
		w.Seed = seed
		timing = w
	}
	return timing, guild.Invalid("the schedule is refused", append(problems, more...))
}

// checkText refuses a text that is blank, too long or not UTF-8.
func checkText(path, text string, limit int) []guild.Problem {
	switch n := utf8.RuneCountInString(text); {
	case strings.TrimSpace(text) == "":
		return problem(path, "is required")
	case n > limit:
		return problem(path, "has %d characters; at most %d are allowed", n, limit)
	case !utf8.ValidString(text) || strings.Contains(text, "\x00"):
		return problem(path, "holds the character NUL or is not UTF-8, and neither can be stored")
	}
	return nil
}

func problem(path, format string, args ...any) []guild.Problem {
	return []guild.Problem{{Path: path, Message: fmt.Sprintf(format, args...)}}
}
