package api

import "time"

// Scope is an organisation, a guild, an agent, or the platform above them.
type Scope struct {
	ID        string    `json:"id" format:"uuid"`
	Level     string    `json:"level" enum:"platform,organisation,guild,agent"`
	Path      string    `json:"path" doc:"As a person types it" example:"acme/research/scout"`
	Name      string    `json:"name,omitempty" doc:"A name for people"`
	ParentID  string    `json:"parent_id,omitempty" format:"uuid"`
	CreatedAt time.Time `json:"created_at"`
}

// ScopeQuery narrows a listing of scopes. Empty fields narrow nothing.
type ScopeQuery struct {
	Path     string `query:"path" doc:"Only the scope with this path" example:"acme/research"`
	WithinID string `query:"within_id" doc:"Only scopes that lie at or below this one"`
	Level    string `query:"level" enum:"platform,organisation,guild,agent" doc:"Only scopes of this level"`
}

// NewScope describes a scope to make. Its level is one below its parent's.
type NewScope struct {
	ParentID string `json:"parent_id" format:"uuid" doc:"The platform for an organisation, an organisation for a guild, a guild for an agent"`
	Slug     string `json:"slug" doc:"Unique in its parent: ^[a-z][a-z0-9-]{0,62}$" example:"research"`
	Name     string `json:"name,omitempty" maxLength:"200" doc:"A name for people"`
	Model    string `json:"model,omitempty" doc:"Only for an agent: its model" example:"openrouter/openai/gpt-5-mini"`
}

// Removal says what a deletion takes, or took, with it.
type Removal struct {
	DryRun       bool     `json:"dry_run" doc:"True when nothing was deleted"`
	Scopes       []string `json:"scopes" doc:"Paths of the organisations, guilds and agents"`
	Connections  []string `json:"connections" doc:"Logins, as server at scope"`
	Bindings     []string `json:"bindings" doc:"Bindings, as item at scope"`
	Tokens       []string `json:"tokens" doc:"API tokens, by label"`
	Repositories []string `json:"repositories" doc:"Repositories of guilds, by name"`
	Notes        []string `json:"notes" doc:"Notes and memories, each with its scope"`
	Schedules    []string `json:"schedules" doc:"Schedules of agents, by description"`
	ModelKeys    []string `json:"model_keys" doc:"Organisations' own keys for providers of models, as provider at organisation"`
	Collections  []string `json:"collections" doc:"Collections, with how many records each has"`
	Groups       []string `json:"groups" doc:"Groups of guilds, with how many messages each has"`
	Secrets      []string `json:"secrets" doc:"Stored secrets, as name at scope"`
	Runs         []string `json:"runs" doc:"How many runs each agent has"`
	Issues       []string `json:"issues" doc:"How many issues each guild has"`
	Revoked      string   `json:"revoked,omitempty" doc:"Whether the login was revoked at its vendor, or why not"`
}
