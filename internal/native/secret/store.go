package secret

import (
	"context"
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/internal/tool"
)

type storeArgs struct {
	Name        string `json:"name"`
	Value       string `json:"value"`
	Description string `json:"description"`
}

var storeSpec = tool.Spec{
	Name: "secret_store",
	Doc: "Store a secret that you produced or were given, such as an API key that you created. Commands in your sandbox have it as an environment variable, " +
		"and its value is masked in every later result. A secret of yours with the same name is replaced. For one that only the operator has, use secret_request.",
	Schema: `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "description": "The environment variable: up to 64 capital letters, digits and underscores, a letter first, such as STRIPE_API_KEY."},
    "value": {"type": "string", "description": "The value: 6 bytes to 32 KiB of text."},
    "description": {"type": "string", "description": "What it is for, at most 400 characters."}
  },
  "required": ["name", "value"],
  "additionalProperties": false
}`,
	Gate:    tool.Binding,
	Secrets: []string{"value"},
}

func store(vault Vault) tool.Tool {
	return tool.New(storeSpec, func(ctx context.Context, c *tool.Call, args storeArgs) (string, error) {
		saved, err := vault.Put(ctx, secret.New{
			Scope: c.Agent, Name: args.Name, Value: args.Value, Description: args.Description,
			By: c.Caller, ByAgent: true, Run: c.Run,
		})
		if err != nil {
			return "", err
		}
		answer := fmt.Sprintf("stored the secret %[1]s: commands in the sandbox have it as $%[1]s", saved.Name)
		if saved.Replaced != nil {
			answer += fmt.Sprintf("; it replaces the one of %s", saved.Replaced.UpdatedAt.UTC().Format(time.RFC3339))
		}
		return answer, nil
	})
}
