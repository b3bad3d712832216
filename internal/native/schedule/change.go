package schedule

import (
	"context"

	"github.com/guildsbox/guilds/internal/tool"
)

// idSchema is that of the tools that name one schedule.
const idSchema = `{
  "type": "object",
  "properties": {
    "id": {"type": "string", "description": "The schedule's id as schedule_list gives it."}
  },
  "required": ["id"],
  "additionalProperties": false
}`

var (
	pauseSpec = tool.Spec{
		Name: "schedule_pause", Doc: "Stop one of your schedules from waking you until schedule_resume.", Schema: idSchema, Gate: gate,
	}
	resumeSpec = tool.Spec{
		Name: "schedule_resume", Doc: "Let a paused schedule of yours wake you again, from now on. What it missed meanwhile is not made up for.", Schema: idSchema, Gate: gate,
	}
	deleteSpec = tool.Spec{
		Name: "schedule_delete", Doc: "Delete one of your schedules for good.", Schema: idSchema, Gate: gate,
	}
)

func pause(store Store) tool.Tool {
	return tool.New(pauseSpec, func(ctx context.Context, c *tool.Call, args idArgs) (string, error) {
		id, err := args.parse()
		if err != nil {
			return "", err
		}
		return one(found(store.PauseSchedule(ctx, c.Agent.ID, id)))
	})
}

func resume(store Store, now Clock) tool.Tool {
	return tool.New(resumeSpec, func(ctx context.Context, c *tool.Call, args idArgs) (string, error) {
		id, err := args.parse()
		if err != nil {
			return "", err
		}
		return one(found(store.ResumeSchedule(ctx, c.Agent.ID, id, now())))
	})
}

// remove is not named delete, which is a word of the language.
func remove(store Store) tool.Tool {
	return tool.New(deleteSpec, func(ctx context.Context, c *tool.Call, args idArgs) (string, error) {
		id, err := args.parse()
		if err != nil {
			return "", err
		}
		s, err := found(store.DeleteSchedule(ctx, c.Agent.ID, id))
		if err != nil {
			return "", err
		}
		return "deleted " + string(s.ID) + ": " + s.Description, nil
	})
}
