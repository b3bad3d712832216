package schedule

import (
	"fmt"
	"strings"
	"time"

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
	NextRunAt   time.Time // UTC; zero while it is paused
	CreatedBy   string    // an operator's name, or the agent's path
	CreatedAt   time.Time

	LastRun   guild.ID  // the run that it started last; empty before the first
	LastRunAt time.Time // zero before the first
	Skipped   int       // wakes since then, which found that run still waiting for its turn
}

// Paused reports whether it stopped firing until it is resumed.
func (s Schedule) Paused() bool { return s.NextRunAt.IsZero() }

// Local returns the next wake by the clocks of a window's zone. A cron expression has
// none but UTC.
func (s Schedule) Local() (time.Time, bool) {
	w, ok := s.Timing.(Window)
	if !ok || s.Paused() {
		return time.Time{}, false
	}
	return s.NextRunAt.In(w.Zone), true
}

// New returns a schedule of an agent whose first wake is the first after now. seed
// decides the moments of a window, and should be random. The error has every problem
// of the draft.
func New(agent guild.Scope, by string, d Draft, now time.Time, seed uint64) (Schedule, error) {
	timing, err := d.Check(seed)
	if err != nil {
		return Schedule{}, err
	}
	return Schedule{
		ID: guild.NewID(), Agent: agent, Description: strings.TrimSpace(d.Description), Instruction: d.Instruction,
		Timing: timing, NextRunAt: timing.Next(now), CreatedBy: by, CreatedAt: now,
	}, nil
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
