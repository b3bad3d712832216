package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// manyRuns is how many run at once.
const manyRuns = 100

// measureManyRuns starts runs of as many agents, and looks at the daemon's memory
// while all of them wait for their model.
func measureManyRuns(ctx context.Context, b *bench, x *box) error {
	var agents []string
	for i := range manyRuns {
		made, err := x.client.CreateScope(ctx, api.NewScope{ParentID: x.guild, Slug: fmt.Sprintf("many%d", i)})
		if err != nil {
			return err
		}
		name := "openrouter/bench/many"
		if _, err := x.client.EditAgent(ctx, made.ID, api.AgentPatch{Model: &name}); err != nil {
			return err
		}
		agents = append(agents, made.ID)
	}
	before, err := residentMB(x.pid())
	if err != nil {
		return err
	}
	x.provider.Play("many", modeltest.Turn{Text: "Done.", Hold: "many"})
	x.provider.drain()
	held := make([]float64, 0, 2)
	started := make([]string, 0, manyRuns)
	for i, agent := range agents {
		s, err := x.client.StartRun(ctx, api.NewRun{AgentID: agent, Message: strings.Repeat("Go. ", 256)})
		if err != nil {
			return err
		}
		started = append(started, s.RunID)
		select {
		case <-x.provider.arrived:
		case <-ctx.Done():
			return ctx.Err()
		}
		if n := i + 1; n == manyRuns/10 || n == manyRuns {
			now, err := residentMB(x.pid())
			if err != nil {
				return err
			}
			held = append(held, (now-before)/float64(n)*1024)
		}
	}
	x.provider.Release("many")
	for _, id := range started {
		if err := x.client.WatchRun(ctx, id, 0, false, func(client.RunEvent) error { return nil }); err != nil {
			return err
		}
	}
	b.add(
		told(fmt.Sprintf("runs/memory each, %d at once", manyRuns/10), held[0], "KiB"),
		told(fmt.Sprintf("runs/memory each, %d at once", manyRuns), held[1], "KiB"),
	)
	return nil
}
