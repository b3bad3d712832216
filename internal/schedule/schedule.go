package schedule

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// The limits of the specification, "Native tools". Lengths are in characters.
const (
	Spacing        = 5 * time.Minute // between consecutive wakes of one schedule, at least
	MaxDescription = 400
	MaxInstruction = 2000
)

// MaxPerAgent is how many schedules an agent may have, paused ones included.
const MaxPerAgent = 50

// Timing says when a schedule wakes: a Cron or a Window.
type Timing interface {
	fmt.Stringer
	// Next returns the first wake after now, in UTC.
	Next(now time.Time) time.Time
}

// Schedule is one schedule of an agent.
type Schedule struct {
	ID          guild.ID
	Agent       guild.Scope
	Description string // one line
	Instruction string // Markdown
	Timing      Timing
	Paused      bool
	NextRunAt   time.Time // UTC; zero while paused
	CreatedAt   time.Time

	LastRun   guild.ID  // the run that it started last; empty before the first
	LastRunAt time.Time // zero before the first
	Skipped   int       // wakes since then that found this run still waiting
}

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

// Check returns the timing of a draft, or every problem that it has. seed decides
// the moments of a window, and should be random.
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

// Message returns what a run that a schedule starts is told.
func (s Schedule) Message() string {
	return "Scheduled wake: " + s.Description + "\n\n" + s.Instruction
}

// Upcoming returns the next n wakes after now.
func Upcoming(t Timing, now time.Time, n int) []time.Time {
	wakes := make([]time.Time, n)
	for i := range wakes {
		now = t.Next(now)
		wakes[i] = now
	}
	return wakes
}
