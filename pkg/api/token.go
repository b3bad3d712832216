package api

import "time"

// Token is an API token, without its secret.
type Token struct {
	ID         string     `json:"id" format:"uuid"`
	Label      string     `json:"label"`
	ScopeID    string     `json:"scope_id" format:"uuid"`
	Scope      string     `json:"scope"`
	Role       string     `json:"role" enum:"admin,operator,viewer"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at,omitempty" doc:"To the minute"`
}

// NewToken describes a token to make. It reaches its scope and what lies below.
type NewToken struct {
	ScopeID string `json:"scope_id" format:"uuid"`
	Role    string `json:"role" enum:"admin,operator,viewer"`
	Label   string `json:"label,omitempty" maxLength:"200" doc:"What it is for"`
}

// MadeToken is a new token with its secret, which is shown this once.
type MadeToken struct {
	Token
	Secret string `json:"secret" doc:"Sent as Authorization: Bearer"`
}
