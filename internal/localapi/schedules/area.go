// Package schedules serves the schedules of agents.
package schedules

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct {
	DB  *postgres.DB
	Now func() time.Time
}

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListSchedules, operation.See, a.list)
	operation.HandleCreation(h, api.CreateSchedule, operation.Operate, a.create)
	operation.Handle(h, api.PreviewSchedule, operation.Operate, a.preview)
	operation.Handle(h, api.GetSchedule, operation.See, a.get)
	operation.Handle(h, api.PauseSchedule, operation.Operate, a.pause)
	operation.Handle(h, api.ResumeSchedule, operation.Operate, a.resume)
	operation.Handle(h, api.WakeSchedule, operation.Operate, a.wake)
	operation.HandleBare(h, api.DeleteSchedule, operation.Operate, a.remove)
}

func (a Area) list(ctx context.Context, c access.Caller, q *api.ScheduleQuery) ([]api.Schedule, error) {
	within, err := operation.Within(ctx, a.DB, c, q.WithinID)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.Schedules(ctx, within)
	return operation.Each(found, out), err
}

type newInput struct{ Body api.NewSchedule }

func (a Area) create(ctx context.Context, c access.Caller, in *newInput) (api.Schedule, error) {
	s, err := a.make(ctx, c, in.Body)
	if err == nil {
		err = a.DB.CreateSchedule(ctx, s)
	}
	if err != nil {
		return api.Schedule{}, err
	}
	return a.whole(s), nil
}

func (a Area) preview(ctx context.Context, c access.Caller, in *newInput) (api.SchedulePreview, error) {
	s, err := a.make(ctx, c, in.Body)
	if err != nil {
		return api.SchedulePreview{}, err
	}
	return api.SchedulePreview{Upcoming: a.whole(s).Upcoming}, nil
}

// make makes a schedule of an agent that the caller reaches, and stores nothing.
func (a Area) make(ctx context.Context, c access.Caller, n api.NewSchedule) (schedule.Schedule, error) {
	scope, err := operation.Reach(ctx, a.DB, c, n.AgentID)
	if err != nil {
		return schedule.Schedule{}, err
	}
	if scope.Level != guild.Agent {
		return schedule.Schedule{}, guild.Errorf(guild.CodeInvalid, "%s is of the level %s, and only an agent has schedules", scope.Path, scope.Level)
	}
	draft := schedule.Draft{Description: n.Description, Instruction: n.Instruction, Cron: n.Cron, Window: (*schedule.DraftWindow)(n.Window)}
	return schedule.New(scope.Scope, c.Name, draft, a.Now(), rand.Uint64())
}

func (a Area) get(ctx context.Context, c access.Caller, in *operation.ByID) (api.Schedule, error) {
	s, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Schedule{}, err
	}
	return a.whole(s), nil
}

func (a Area) pause(ctx context.Context, c access.Caller, in *operation.ByID) (api.Schedule, error) {
	s, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Schedule{}, err
	}
	s, err = a.DB.PauseSchedule(ctx, s.Agent.ID, s.ID)
	return out(s), err
}

func (a Area) resume(ctx context.Context, c access.Caller, in *operation.ByID) (api.Schedule, error) {
	s, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Schedule{}, err
	}
	s, err = a.DB.ResumeSchedule(ctx, s.Agent.ID, s.ID, a.Now())
	return out(s), err
}

func (a Area) wake(ctx context.Context, c access.Caller, in *operation.ByID) (api.Woken, error) {
	s, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Woken{}, err
	}
	run, err := a.DB.WakeNow(ctx, s.Agent.ID, s.ID, c.Name, a.Now())
	return api.Woken{RunID: string(run)}, err
}

func (a Area) remove(ctx context.Context, c access.Caller, in *operation.ByID) error {
	s, err := a.reach(ctx, c, in.ID)
	if err == nil {
		_, err = a.DB.DeleteSchedule(ctx, s.Agent.ID, s.ID)
	}
	return err
}

// reach returns a schedule of an agent that the caller reaches. Any other is not
// found.
func (a Area) reach(ctx context.Context, c access.Caller, id string) (schedule.Schedule, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return schedule.Schedule{}, err
	}
	s, err := a.DB.Schedule(ctx, parsed)
	if err == nil && !c.Reaches(s.Agent) {
		err = guild.Errorf(guild.CodeNotFound, "there is no schedule %s", parsed)
	}
	return s, err
}
