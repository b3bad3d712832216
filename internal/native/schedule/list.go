package schedule

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tool"
)

type listArgs struct{}

var listSpec = tool.Spec{
	Name:   "schedule_list",
	Doc:    "List your schedules, paused ones too: the id, what each is for, when it wakes you, and how its last wake went.",
	Schema: `{"type": "object", "properties": {}, "additionalProperties": false}`,
	Gate:   gate,
	Reads:  true,
}

// listed is one schedule of a list. Of the instruction it has the first 200 bytes:
// fifty whole ones would not fit a result.
type listed struct {
	entry
	Instruction string `json:"instruction"`
	LastUTC     string `json:"last_wake_utc,omitempty"`
	Skipped     int    `json:"skipped_since,omitempty"`
}

func list(store Store) tool.Tool {
	return tool.New(listSpec, func(ctx context.Context, c *tool.Call, _ listArgs) (string, error) {
		schedules, err := store.Schedules(ctx, c.Agent.ID)
		if err != nil {
			return "", err
		}
		out := make([]listed, len(schedules))
		for i, s := range schedules {
			out[i] = listedOf(s)
		}
		return tool.JSON(struct {
			Schedules []listed `json:"schedules"`
		}{out})
	})
}

func listedOf(s schedule.Schedule) listed {
	l := listed{entry: entryOf(s), Instruction: text.Line(s.Instruction, 200), Skipped: s.Skipped}
	if !s.LastRunAt.IsZero() {
		l.LastUTC = s.LastRunAt.UTC().Format(time.RFC3339)
	}
	return l
}
