package api

import (
	"net/http"
	"time"
)

// The operations on an agent's settings. The agent itself is made and deleted as a
// scope, and its id is the scope's.
var (
	GetAgent  = Operation{"get-agent", http.MethodGet, "/api/agents/{id}", "One agent with its settings"}
	EditAgent = Operation{"edit-agent", http.MethodPatch, "/api/agents/{id}", "Change an agent's settings"}
)

var agentOperations = []Operation{GetAgent, EditAgent}

// Agent is an agent with its settings.
type Agent struct {
	Scope
	Model        string    `json:"model" doc:"openrouter/ID or deepinfra/ID; empty for none yet" example:"openrouter/openai/gpt-5-mini"`
	Instructions string    `json:"instructions" doc:"For its model"`
	MaxToolCalls int       `json:"max_tool_calls" doc:"In each generation"`
	MaxScripts   int       `json:"max_scripts" doc:"Scripts that it may keep"`
	Coding       bool      `json:"coding" doc:"Whether runs offer the code tools"`
	Browser      bool      `json:"browser" doc:"Whether runs offer the browser tools"`
	Scripting    bool      `json:"scripting" doc:"Whether runs offer the script tools"`
	Memory       bool      `json:"memory" doc:"Whether runs offer memory_write"`
	UpdatedAt    time.Time `json:"updated_at" doc:"When the settings were last changed"`
}

// AgentPatch changes the settings that are present. A run on its way keeps those
// that it began with.
type AgentPatch struct {
	Model        *string `json:"model,omitempty" doc:"openrouter/ID or deepinfra/ID; empty for none"`
	Instructions *string `json:"instructions,omitempty" doc:"At most 100,000 characters"`
	MaxToolCalls *int    `json:"max_tool_calls,omitempty" doc:"1 to 1000"`
	MaxScripts   *int    `json:"max_scripts,omitempty" doc:"0 to 100"`
	Coding       *bool   `json:"coding,omitempty"`
	Browser      *bool   `json:"browser,omitempty"`
	Scripting    *bool   `json:"scripting,omitempty"`
	Memory       *bool   `json:"memory,omitempty"`
}
