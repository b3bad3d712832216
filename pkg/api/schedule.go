package api

import (
	"net/http"
	"time"
)

// The operations on the schedules of agents.
var (
	ListSchedules   = Operation{"list-schedules", http.MethodGet, "/api/schedules", "The schedules of agents"}
	CreateSchedule  = Operation{"create-schedule", http.MethodPost, "/api/schedules", "Have an agent woken at times to come"}
	PreviewSchedule = Operation{"preview-schedule", http.MethodPost, "/api/schedules/preview", "Check a schedule and see its next wakes, without making it"}
	GetSchedule     = Operation{"get-schedule", http.MethodGet, "/api/schedules/{id}", "One schedule with its next wakes"}
	PauseSchedule   = Operation{"pause-schedule", http.MethodPost, "/api/schedules/{id}/pause", "Stop a schedule until it is resumed"}
	ResumeSchedule  = Operation{"resume-schedule", http.MethodPost, "/api/schedules/{id}/resume", "Let a paused schedule fire again, from now on"}
	WakeSchedule    = Operation{"wake-schedule", http.MethodPost, "/api/schedules/{id}/wake", "Start a schedule's run now; when it wakes next stays as it is"}
	DeleteSchedule  = Operation{"delete-schedule", http.MethodDelete, "/api/schedules/{id}", "Delete a schedule; runs that it started stay"}
)

var scheduleOperations = []Operation{
	ListSchedules, CreateSchedule, PreviewSchedule, GetSchedule, PauseSchedule, ResumeSchedule, WakeSchedule, DeleteSchedule,
}

// Schedule wakes an agent at the times of a cron expression, or at random moments of
// a window of each day. Exactly one of the two is there.
type Schedule struct {
	ID           string          `json:"id" format:"uuid"`
	AgentID      string          `json:"agent_id" format:"uuid"`
	Agent        string          `json:"agent" doc:"The agent's path"`
	Description  string          `json:"description"`
	Instruction  string          `json:"instruction" doc:"Markdown, for the run that a wake starts"`
	Cron         string          `json:"cron,omitempty" doc:"Five fields in UTC: minute hour day month weekday"`
	Window       *ScheduleWindow `json:"window,omitempty"`
	Paused       bool            `json:"paused"`
	NextRunAt    *time.Time      `json:"next_run_at,omitempty" doc:"In UTC; left out while it is paused"`
	NextRunLocal string          `json:"next_run_local,omitempty" doc:"The same by the clocks of a window's time zone"`
	Upcoming     []time.Time     `json:"upcoming,omitempty" doc:"The next five wakes, where one schedule was asked for"`
	LastRunID    string          `json:"last_run_id,omitempty" format:"uuid" doc:"The run that it started last"`
	LastRunAt    *time.Time      `json:"last_run_at,omitempty"`
	Skipped      int             `json:"skipped" doc:"Wakes since then that started nothing, as that run still waited for its turn"`
	CreatedBy    string          `json:"created_by"`
	CreatedAt    time.Time       `json:"created_at"`
}

// ScheduleWindow is a part of each day in a time zone.
type ScheduleWindow struct {
	Timezone string `json:"timezone" doc:"An IANA name" example:"Europe/Berlin"`
	Start    string `json:"start" doc:"HH:MM" example:"09:00"`
	End      string `json:"end" doc:"HH:MM, up to 24:00; at or before the start it is on the next day" example:"17:00"`
	MaxWakes int    `json:"max_wakes" doc:"A day, as many as are 5 minutes apart at most" example:"3"`
}

// NewSchedule describes a schedule to make, with cron or window.
type NewSchedule struct {
	AgentID     string          `json:"agent_id" format:"uuid"`
	Description string          `json:"description" doc:"One line of at most 400 characters"`
	Instruction string          `json:"instruction" doc:"Markdown of at most 2000 characters"`
	Cron        string          `json:"cron,omitempty" doc:"Five fields in UTC, consecutive wakes at least 5 minutes apart" example:"0 9 * * 1-5"`
	Window      *ScheduleWindow `json:"window,omitempty"`
}

// ScheduleQuery narrows a listing of schedules. Empty fields narrow nothing.
type ScheduleQuery struct {
	WithinID string `query:"within_id" doc:"Only schedules of the agents that lie at or below this scope"`
}

// SchedulePreview is what a schedule would do. A window that is made in earnest draws
// other moments.
type SchedulePreview struct {
	Upcoming []time.Time `json:"upcoming" doc:"The next five wakes, in UTC"`
}

// Woken names the run that a schedule started.
type Woken struct {
	RunID string `json:"run_id" format:"uuid"`
}
