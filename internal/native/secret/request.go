package secret

import (
	"context"
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/tool"
)

type requestArgs struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

var requestSpec = tool.Spec{
	Name: "secret_request",
	Doc: "Ask the operator for a secret that you need and do not have, such as a password. The operator gives it to the box and never to the conversation: " +
		"a later message tells you that it is stored, and commands in your sandbox then have it as an environment variable. Do not ask for a value in your answer.",
	Schema: `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "description": "The environment variable that you will use it as: up to 64 capital letters, digits and underscores, a letter first, such as STRIPE_API_KEY."},
    "reason": {"type": "string", "description": "What it is for and where the operator finds it, at most 1000 characters."}
  },
  "required": ["name", "reason"],
  "additionalProperties": false
}`,
	Gate: tool.All(tool.Binding, tool.OnlyDirect),
}

func request(vault Vault) tool.Tool {
	return tool.New(requestSpec, func(ctx context.Context, c *tool.Call, args requestArgs) (string, error) {
		asked, opened, err := vault.Ask(ctx, c.Agent, c.Run, args.Name, args.Reason)
		if err != nil {
			return "", err
		}
		if !opened {
			return fmt.Sprintf("the operator was asked for %s on %s and has not answered yet; a later message tells you of the answer",
				asked.Name, asked.CreatedAt.UTC().Format(time.RFC3339)), nil
		}
		return fmt.Sprintf("the operator was asked for %s; a later message tells you of the answer. Go on with what does not need it, or end your answer here", asked.Name), nil
	})
}
