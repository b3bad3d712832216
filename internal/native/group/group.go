// Package group holds the tool group_post, by which an agent posts to the group of its
// guild (specification, "Native tools").
package group

import (
	"context"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// Poster posts to the groups of guilds.
type Poster interface {
	Post(ctx context.Context, d group.Draft) (group.Posted, error)
}

// Tools returns the family, which is one tool.
func Tools(poster Poster) []tool.Tool { return []tool.Tool{post(poster)} }

type postArgs struct {
	Text string `json:"text"`
}

var postSpec = tool.Spec{
	Name: "group_post",
	Doc: "Post a message to the group of your guild, which its operators and its other agents read. " +
		"@NAME wakes that agent to work on it, @all every other agent; a message that mentions nobody is only read. " +
		"Mention an agent only if you want something of it: thanks and confirmations need no mention.",
	Schema: `{
  "type": "object",
  "properties": {
    "text": {"type": "string", "description": "The message, at most 4000 characters. Put longer things into a note and name it."}
  },
  "required": ["text"],
  "additionalProperties": false
}`,
	Gate: tool.Binding,
}

func post(poster Poster) tool.Tool {
	return tool.New(postSpec, func(ctx context.Context, c *tool.Call, args postArgs) (string, error) {
		d := group.Draft{
			GuildID: c.Agent.Chain[guild.Guild], Guild: c.Agent.At(guild.Guild), Text: args.Text,
			Author: group.Author{Name: group.Member{Scope: c.Agent}.Slug(), Agent: true, AgentID: c.Agent.ID, Run: c.Run},
		}
		posted, err := poster.Post(ctx, d)
		if err != nil {
			return "", err
		}
		return outcome(d.Guild, posted), nil
	})
}

// outcome says what a post came to.
func outcome(path string, p group.Posted) string {
	said := []string{fmt.Sprintf("posted to the group of %s as message %d", path, p.Seq)}
	switch {
	case p.Ended:
		said = append(said, fmt.Sprintf("nobody is woken: agents have woken each other %d times since an operator or a schedule began this, and there it ends; "+
			"the agents that you mention read it when they are woken next", group.MaxHops))
	case len(p.Woken) == 0:
		said = append(said, "nobody is woken, for it mentions no other agent")
	default:
		var woken []string
		for _, w := range p.Woken {
			woken = append(woken, "@"+w.Slug)
		}
		said = append(said, "woken: "+strings.Join(woken, ", "))
	}
	if len(p.Unknown) > 0 {
		said = append(said, "no agent of the guild has the name "+strings.Join(p.Unknown, " or "))
	}
	return strings.Join(said, "\n")
}
