package schedule

import (
	"context"
	"math/rand/v2"

	"github.com/guildsbox/guilds/internal/schedule"
	"github.com/guildsbox/guilds/internal/tool"
)

type cronArgs struct {
	Cron        string `json:"cron"`
	Description string `json:"description"`
	Instruction string `json:"instruction"`
}

var cronSpec = tool.Spec{
	Name: "schedule_create_cron",
	Doc: "Have yourself woken at times that a cron expression names, always in UTC. Each wake starts a run of yours with the instruction. " +
		"For random moments of a day, or times that follow a place's clocks, use schedule_create_window.",
	Schema: `{
  "type": "object",
  "properties": {
    "cron": {"type": "string", "description": "Five fields in UTC: minute hour day month weekday, such as 0 9 * * 1-5. Consecutive wakes must be at least 5 minutes apart."},
    "description": {"type": "string", "description": "What it is for, one line of at most 400 characters."},
    "instruction": {"type": "string", "description": "What to do on each wake, in Markdown, at most 2000 characters. That run knows nothing of this conversation."}
  },
  "required": ["cron", "description", "instruction"],
  "additionalProperties": false
}`,
	Gate: gate,
}

func createCron(store Store, now Clock) tool.Tool {
	return tool.New(cronSpec, func(ctx context.Context, c *tool.Call, args cronArgs) (string, error) {
		return create(ctx, store, c, now, schedule.Draft{Description: args.Description, Instruction: args.Instruction, Cron: args.Cron})
	})
}

type windowArgs struct {
	Timezone    string `json:"timezone"`
	Start       string `json:"start"`
	End         string `json:"end"`
	MaxWakes    int    `json:"max_wakes"`
	Description string `json:"description"`
	Instruction string `json:"instruction"`
}

var windowSpec = tool.Spec{
	Name: "schedule_create_window",
	Doc: "Have yourself woken at random moments of each day, between two times by the clocks of a place. Each wake starts a run of yours with the instruction. " +
		"The moments differ from day to day and are at least 5 minutes apart.",
	Schema: `{
  "type": "object",
  "properties": {
    "timezone": {"type": "string", "description": "An IANA time zone, such as Europe/Berlin."},
    "start": {"type": "string", "description": "When the window opens there, HH:MM."},
    "end": {"type": "string", "description": "When it closes, HH:MM, up to 24:00. At or before the start it is on the next day."},
    "max_wakes": {"type": "integer", "description": "How many wakes a day at most, from 1 to as many as are 5 minutes apart in the window."},
    "description": {"type": "string", "description": "What it is for, one line of at most 400 characters."},
    "instruction": {"type": "string", "description": "What to do on each wake, in Markdown, at most 2000 characters. That run knows nothing of this conversation."}
  },
  "required": ["timezone", "start", "end", "max_wakes", "description", "instruction"],
  "additionalProperties": false
}`,
	Gate: gate,
}

func createWindow(store Store, now Clock) tool.Tool {
	return tool.New(windowSpec, func(ctx context.Context, c *tool.Call, args windowArgs) (string, error) {
		return create(ctx, store, c, now, schedule.Draft{
			Description: args.Description, Instruction: args.Instruction,
			Window: &schedule.DraftWindow{Timezone: args.Timezone, Start: args.Start, End: args.End, MaxWakes: args.MaxWakes},
		})
	})
}

func create(ctx context.Context, store Store, c *tool.Call, now Clock, d schedule.Draft) (string, error) {
	s, err := schedule.New(c.Agent, c.Caller, d, now(), rand.Uint64())
	if err == nil {
		err = store.CreateSchedule(ctx, s)
	}
	return one(s, err)
}
