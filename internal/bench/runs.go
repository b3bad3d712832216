package main

import (
	"context"
	"fmt"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// measureRuns measures what lies between an operator's message and the model, between
// the model and a tool, and what many runs take.
func measureRuns(ctx context.Context, b *bench) error {
	x, err := b.box(ctx)
	if err != nil {
		return err
	}
	for _, part := range []func(context.Context, *bench, *box) error{measureLoop, measureManyRuns, measureFirstByte} {
		if err := part(ctx, b, x); err != nil {
			return err
		}
	}
	return nil
}

// play has the box's agent answer by a script.
func (x *box) play(ctx context.Context, script string, turns ...modeltest.Turn) error {
	x.provider.Play(script, turns...)
	name := "openrouter/bench/" + script
	most := 1000
	_, err := x.client.EditAgent(ctx, x.agent, api.AgentPatch{Model: &name, MaxToolCalls: &most})
	return err
}

// ran starts a run and waits for its end.
func (x *box) ran(ctx context.Context) (api.RunDetail, error) {
	started, err := x.client.StartRun(ctx, api.NewRun{AgentID: x.agent, Message: "Go."})
	if err != nil {
		return api.RunDetail{}, err
	}
	if err := x.client.WatchRun(ctx, started.RunID, 0, false, func(client.RunEvent) error { return nil }); err != nil {
		return api.RunDetail{}, err
	}
	r, err := x.client.GetRun(ctx, started.RunID)
	if err == nil && r.Status != "done" {
		err = fmt.Errorf("a run is %s: %s", r.Status, r.Error)
	}
	return r, err
}
