package api

import "time"

// Health is the answer of the health and readiness checks.
type Health struct {
	Status string `json:"status" enum:"ok,unavailable"`
	Detail string `json:"detail,omitempty"`
}

// Status is what a box holds and how it is.
type Status struct {
	Version   string         `json:"version"`
	PID       int            `json:"pid"`
	StartedAt time.Time      `json:"started_at"`
	Database  string         `json:"database" doc:"embedded or external, with the server's version"`
	StateDir  string         `json:"state_dir"`
	Scopes    map[string]int `json:"scopes" doc:"How many organisations, guilds and agents there are within the caller's reach"`
	Logins    map[string]int `json:"logins" doc:"How many connections there are in each status within the caller's reach"`
	Sessions  int            `json:"sessions" doc:"Open MCP sessions"`

	OpenIssues     int `json:"open_issues" doc:"What agents reported and nobody resolved, within the caller's reach"`
	SecretRequests int `json:"secret_requests" doc:"Secrets that agents ask for and wait for, within the caller's reach"`

	Warnings []string `json:"warnings" doc:"What the operator should know"`
}

// Instance is the box as any of its users may see it.
type Instance struct {
	AuthMode     string        `json:"auth_mode" enum:"socket,token" doc:"How this caller was let in"`
	Integrations []Integration `json:"integrations"`
}

// Integration is something that the box as a whole can do once its variables
// are set.
type Integration struct {
	Name       string     `json:"name" example:"web-search"`
	State      string     `json:"state" enum:"on,off,incomplete"`
	Variables  []Variable `json:"variables"`
	Summary    string     `json:"summary" doc:"What it switches on, in words"`
	Models     []string   `json:"models" doc:"Model providers that it switches on"`
	Tools      []string   `json:"tools" doc:"Native tools that it switches on"`
	Connectors []string   `json:"connectors" doc:"Connector slugs that it switches on"`
}

// Variable is one environment variable that an integration reads; never its
// value.
type Variable struct {
	Name     string `json:"name"`
	Required bool   `json:"required"`
	Set      bool   `json:"set"`
}

// Setting is one setting of the daemon as it is in force.
type Setting struct {
	Name   string `json:"name" example:"socket"`
	Value  string `json:"value" doc:"A mark in the place of a secret that is set"`
	Source string `json:"source" doc:"A flag, an environment variable, a file, or default"`
	Secret bool   `json:"secret"`
}
