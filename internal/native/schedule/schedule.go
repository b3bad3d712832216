package schedule

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tool"
)

// Store keeps the schedules of agents. A schedule of another agent is not found.
type Store interface {
	CreateSchedule(ctx context.Context, s schedule.Schedule) error
	// Schedules returns those of the agents at or below a scope.
	Schedules(ctx context.Context, within guild.ID) ([]schedule.Schedule, error)
	PauseSchedule(ctx context.Context, agent, id guild.ID) (schedule.Schedule, error)
	ResumeSchedule(ctx context.Context, agent, id guild.ID, now time.Time) (schedule.Schedule, error)
	DeleteSchedule(ctx context.Context, agent, id guild.ID) (schedule.Schedule, error)
}

// Clock tells the present.
type Clock func() time.Time

// Tools returns the family in the order in which it is offered.
func Tools(store Store, now Clock) []tool.Tool {
	return []tool.Tool{createCron(store, now), createWindow(store, now), list(store), pause(store), resume(store, now), remove(store)}
}

// gate is that of all six.
var gate = tool.All(tool.Binding, tool.DirectOrGroup)

// entry is one schedule as a model reads it.
type entry struct {
	ID          guild.ID `json:"id"`
	Description string   `json:"description"`
	Wakes       string   `json:"wakes"`
	NextUTC     string   `json:"next_wake_utc,omitempty"`
	NextLocal   string   `json:"next_wake_local,omitempty"`
	Paused      bool     `json:"paused,omitempty"`
}

const localForm = "2006-01-02 15:04:05 -07:00"

func entryOf(s schedule.Schedule) entry {
	e := entry{ID: s.ID, Description: s.Description, Wakes: s.Timing.String(), Paused: s.Paused()}
	if _, cron := s.Timing.(schedule.Cron); cron {
		e.Wakes += " UTC"
	}
	if !s.Paused() {
		e.NextUTC = s.NextRunAt.UTC().Format(time.RFC3339)
	}
	if local, ok := s.Local(); ok {
		e.NextLocal = local.Format(localForm)
	}
	return e
}

// one is the result of a tool that made or changed a schedule.
func one(s schedule.Schedule, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return tool.JSON(entryOf(s))
}

type idArgs struct {
	ID string `json:"id"`
}

// parse reads the id of a schedule.
func (a idArgs) parse() (guild.ID, error) {
	id, err := guild.ParseID(a.ID)
	if err != nil {
		return "", guild.Errorf(guild.CodeInvalid, "%q is not the id of a schedule; schedule_list gives the ids", text.Line(a.ID, 80))
	}
	return id, nil
}

// found says of a schedule that is not there where to look.
func found(s schedule.Schedule, err error) (schedule.Schedule, error) {
	if guild.CodeOf(err) == guild.CodeNotFound {
		err = guild.Errorf(guild.CodeNotFound, "you have no such schedule; schedule_list gives those that you have")
	}
	return s, err
}
