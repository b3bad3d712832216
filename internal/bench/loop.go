package main

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/pkg/api"
)

// measureLoop compares tool calls of a run, one an answer, with the same calls made
// through the API, where nothing but the handler and its record is. What the model
// took is taken off.
func measureLoop(ctx context.Context, b *bench, x *box) error {
	calls := b.rounds(200)
	turns := make([]modeltest.Turn, calls, calls+1)
	for i := range turns {
		turns[i] = modeltest.Turn{Calls: []modeltest.Call{{Name: "note_find", Arguments: "{}"}}}
	}
	if err := x.play(ctx, "loop", append(turns, modeltest.Turn{Text: "Done."})...); err != nil {
		return err
	}
	var loop, direct []float64
	for range b.rounds(5) {
		before := x.provider.spent()
		r, err := x.ran(ctx)
		if err != nil {
			return err
		}
		took := r.Generations[0].EndedAt.Sub(*r.Generations[0].StartedAt) - (x.provider.spent() - before)
		loop = append(loop, milliseconds(took)/float64(calls))
		one, err := timed(func() error {
			for range calls {
				if _, err := x.client.CallNative(ctx, "note_find", api.NativeCall{ScopeID: x.agent, Arguments: json.RawMessage("{}")}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		direct = append(direct, one/float64(calls))
	}
	b.add(
		told("runs/tool call in the loop", median(loop), "ms"),
		told("runs/tool call through the API", median(direct), "ms"),
		told("runs/loop against API", paired(loop, direct, ratio), "times"),
	)
	return nil
}
