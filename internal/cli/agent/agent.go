// Package agent holds the commands about an agent, one member of a guild.
package agent

import (
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/internal/cli/scope"
	"github.com/guildsbox/guilds/pkg/api"
)

var noun = scope.Noun{
	Word:    "agent",
	Plural:  "agents",
	Level:   "agent",
	About:   "An agent is one member of a guild, which does the work.",
	Path:    "ORGANISATION/GUILD/AGENT",
	Example: "acme/research/scout",
	Parts:   3,
}

// New returns the command agent.
func New(a *app.App) *cobra.Command {
	return scope.Commands(a, noun, show(a), edit(a))
}

// settings are the lines about an agent that edit can change. Each value can be
// compared with ==.
var settings = []print.Column[api.Agent]{
	{Head: "Model", Value: func(g api.Agent) any { return g.Model }},
	{Head: "Max tool calls", Value: func(g api.Agent) any { return g.MaxToolCalls }},
	{Head: "Coding", Value: func(g api.Agent) any { return state(g.Coding) }},
	{Head: "Browser", Value: func(g api.Agent) any { return state(g.Browser) }},
	{Head: "Scripting", Value: func(g api.Agent) any { return state(g.Scripting) }},
	{Head: "Max scripts", Value: func(g api.Agent) any { return g.MaxScripts }},
	{Head: "Memory", Value: func(g api.Agent) any { return state(g.Memory) }},
	{Head: "Instructions", Value: func(g api.Agent) any { return g.Instructions }},
}

func state(on bool) print.State {
	if on {
		return "on"
	}
	return "off"
}
