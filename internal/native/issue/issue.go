// Package issue holds the tool report_issue, by which an agent tells its guild's
// operators of a problem with its tools (specification, "Native tools").
package issue

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/issue"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

// Store keeps issues.
type Store interface {
	FileIssue(ctx context.Context, i issue.Issue) error
}

// Secrets returns what is masked for an agent.
type Secrets func(ctx context.Context, agent guild.Scope) (*redact.Set, error)

// Tools returns the family, which is one tool.
func Tools(store Store, secrets Secrets) []tool.Tool { return []tool.Tool{report(store, secrets)} }

type reportArgs struct {
	Category string `json:"category"`
	Title    string `json:"title"`
	Details  string `json:"details"`
	Tool     string `json:"tool"`
}

var reportSpec = tool.Spec{
	Name: "report_issue",
	Doc: "Report a problem with your tools to the operators, who can mend it: a tool that fails, a result that was cut short where it matters, " +
		"an outside service that answers wrongly. Go on with your task afterwards as well as you can; nobody answers here.",
	Schema: `{
  "type": "object",
  "properties": {
    "category": {"type": "string", "enum": ["tool_failure", "truncated", "api", "other"], "description": "tool_failure: a tool of the box fails; truncated: a result is cut short; api: an outside service fails or answers wrongly; other: anything else."},
    "title": {"type": "string", "description": "What went wrong, in one line of at most 200 characters."},
    "details": {"type": "string", "description": "What you did, what you expected and what came, at most 4000 characters."},
    "tool": {"type": "string", "description": "The name of the tool, where it is about one; at most 64 characters."}
  },
  "required": ["category", "title"],
  "additionalProperties": false
}`,
	Gate: tool.Always,
}

func report(store Store, secrets Secrets) tool.Tool {
	return tool.New(reportSpec, func(ctx context.Context, c *tool.Call, args reportArgs) (string, error) {
		set, err := secrets(ctx, c.Agent)
		if err != nil {
			return "", err
		}
		i := issue.Issue{
			ID: guild.NewID(), GuildID: c.Agent.Chain[guild.Guild], AgentID: c.Agent.ID, Agent: c.Agent.Path, Run: c.Run, Call: c.ID,
			Category: args.Category, Tool: args.Tool, Title: args.Title, Details: args.Details,
		}
		if err := i.Check(); err != nil {
			return "", err
		}
		for _, text := range []*string{&i.Tool, &i.Title, &i.Details} {
			*text = set.Redact(*text) // only now: a mark may be longer than what it masks
		}
		if err := store.FileIssue(ctx, i); err != nil {
			return "", err
		}
		return "reported to the operators of " + c.Agent.At(guild.Guild) + " as issue " + string(i.ID), nil
	})
}
