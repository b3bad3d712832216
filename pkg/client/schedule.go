package client

import (
	"context"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListSchedules returns the schedules that fit the query, sorted by agent and age.
func (c *Client) ListSchedules(ctx context.Context, q api.ScheduleQuery) ([]api.Schedule, error) {
	return do[[]api.Schedule](ctx, c, api.ListSchedules, nil, values("within_id", q.WithinID), nil)
}

// CreateSchedule makes a schedule of an agent.
func (c *Client) CreateSchedule(ctx context.Context, s api.NewSchedule) (api.Schedule, error) {
	return do[api.Schedule](ctx, c, api.CreateSchedule, nil, nil, s)
}

// PreviewSchedule says when a schedule would wake, and makes none.
func (c *Client) PreviewSchedule(ctx context.Context, s api.NewSchedule) (api.SchedulePreview, error) {
	return do[api.SchedulePreview](ctx, c, api.PreviewSchedule, nil, nil, s)
}

// GetSchedule returns one schedule with its next wakes.
func (c *Client) GetSchedule(ctx context.Context, id string) (api.Schedule, error) {
	return do[api.Schedule](ctx, c, api.GetSchedule, []string{id}, nil, nil)
}

// PauseSchedule stops a schedule until it is resumed.
func (c *Client) PauseSchedule(ctx context.Context, id string) (api.Schedule, error) {
	return do[api.Schedule](ctx, c, api.PauseSchedule, []string{id}, nil, nil)
}

// ResumeSchedule lets a paused schedule fire again, from now on.
func (c *Client) ResumeSchedule(ctx context.Context, id string) (api.Schedule, error) {
	return do[api.Schedule](ctx, c, api.ResumeSchedule, []string{id}, nil, nil)
}

// WakeSchedule starts a schedule's run now, paused or not.
func (c *Client) WakeSchedule(ctx context.Context, id string) (api.Woken, error) {
	return do[api.Woken](ctx, c, api.WakeSchedule, []string{id}, nil, nil)
}

// DeleteSchedule deletes a schedule. Runs that it started stay.
func (c *Client) DeleteSchedule(ctx context.Context, id string) error {
	_, err := do[struct{}](ctx, c, api.DeleteSchedule, []string{id}, nil, nil)
	return err
}
