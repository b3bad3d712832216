package schedules

import (
	"time"

	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/pkg/api"
)

// upcoming is how many of the next wakes are told.
const upcoming = 5

// whole is a schedule with its next wakes.
func (a Area) whole(s schedule.Schedule) api.Schedule {
	all := out(s)
	if !s.Paused() {
		// A wake that is due and on its way counts, so the first is the stored one.
		all.Upcoming = append([]time.Time{s.NextRunAt}, schedule.Upcoming(s.Timing, later(s.NextRunAt, a.Now()), upcoming-1)...)
	}
	return all
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func out(s schedule.Schedule) api.Schedule {
	o := api.Schedule{
		ID: string(s.ID), AgentID: string(s.Agent.ID), Agent: s.Agent.Path, Description: s.Description, Instruction: s.Instruction,
		Paused: s.Paused(), NextRunAt: present(s.NextRunAt), LastRunID: string(s.LastRun), LastRunAt: present(s.LastRunAt), Skipped: s.Skipped,
		CreatedBy: s.CreatedBy, CreatedAt: s.CreatedAt,
	}
	switch t := s.Timing.(type) {
	case schedule.Cron:
		o.Cron = t.String()
	case schedule.Window:
		o.Window = &api.ScheduleWindow{Timezone: t.Zone.String(), Start: t.Start.String(), End: t.End.String(), MaxWakes: t.MaxWakes}
	}
	if local, ok := s.Local(); ok {
		o.NextRunLocal = local.Format(time.RFC3339)
	}
	return o
}

func present(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
