package api

import (
	"net/http"
	"time"
)

// The operations on secrets and on the requests for them. None gives a value.
var (
	ListSecrets  = Operation{"list-secrets", http.MethodGet, "/api/secrets", "Secrets of a scope, or of it and all below, without their values"}
	PutSecret    = Operation{"put-secret", http.MethodPut, "/api/secrets", "Store a secret at a scope, which answers the requests for it there and below"}
	DeleteSecret = Operation{"delete-secret", http.MethodDelete, "/api/secrets/{id}", "Delete a secret"}

	ListSecretRequests   = Operation{"list-secret-requests", http.MethodGet, "/api/secret-requests", "What agents ask their operator for"}
	AnswerSecretRequest  = Operation{"answer-secret-request", http.MethodPost, "/api/secret-requests/{id}/answer", "Store the secret that an agent asks for, and tell its run"}
	DeclineSecretRequest = Operation{"decline-secret-request", http.MethodPost, "/api/secret-requests/{id}/decline", "Decline to give a secret, and tell the run that asks"}
)

var secretOperations = []Operation{ListSecrets, PutSecret, DeleteSecret, ListSecretRequests, AnswerSecretRequest, DeclineSecretRequest}

// Secret is a stored secret without its value, which nothing gives out.
type Secret struct {
	ID          string    `json:"id" format:"uuid" doc:"Changes with the value"`
	ScopeID     string    `json:"scope_id" format:"uuid"`
	Scope       string    `json:"scope" doc:"The organisation, guild or agent that it belongs to"`
	Name        string    `json:"name" doc:"The environment variable that commands in a sandbox have it as" example:"STRIPE_API_KEY"`
	Description string    `json:"description,omitempty"`
	By          string    `json:"by" doc:"Who stored it"`
	ByAgent     bool      `json:"by_agent" doc:"Whether an agent did, with secret_store"`
	RunID       string    `json:"run_id,omitempty" format:"uuid" doc:"The run in which an agent did"`
	Overridden  bool      `json:"overridden" doc:"In the list of a scope: whether one of a narrower scope stands before it"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at" doc:"When its value was last stored"`
}

// SecretQuery names the secrets that are wanted; without either, all within reach.
type SecretQuery struct {
	ScopeID  string `query:"scope_id" doc:"Those that this scope has: its own, and those of the scopes above it"`
	WithinID string `query:"within_id" doc:"Those that belong to this scope or one below it"`
}

// NewSecret is a secret to store.
type NewSecret struct {
	ScopeID     string `json:"scope_id" format:"uuid" doc:"An organisation, a guild or an agent"`
	Name        string `json:"name" doc:"The name of an environment variable: capital letters, digits and underscores, a letter first"`
	Value       string `json:"value" doc:"6 bytes to 32 KiB of text"`
	Description string `json:"description,omitempty" doc:"At most 400 characters"`
}

// SavedSecret is a secret that was stored.
type SavedSecret struct {
	Secret
	Replaced bool            `json:"replaced" doc:"Whether one of the same name was there"`
	Answered []SecretRequest `json:"answered" doc:"What agents at the scope and below asked for under this name; their runs are told"`
}

// SecretRequest is an agent's question to its operator for a secret.
type SecretRequest struct {
	ID        string     `json:"id" format:"uuid"`
	AgentID   string     `json:"agent_id" format:"uuid"`
	Agent     string     `json:"agent"`
	RunID     string     `json:"run_id,omitempty" format:"uuid" doc:"The run that asks"`
	Name      string     `json:"name"`
	Reason    string     `json:"reason" doc:"The agent's"`
	Status    string     `json:"status" enum:"open,answered,declined"`
	ClosedBy  string     `json:"closed_by,omitempty"`
	Note      string     `json:"note,omitempty" doc:"Why it was declined"`
	CreatedAt time.Time  `json:"created_at"`
	ClosedAt  *time.Time `json:"closed_at,omitempty"`
}

// SecretRequestQuery narrows a list of requests.
type SecretRequestQuery struct {
	WithinID string `query:"within_id" doc:"Those of agents within this scope; else all within reach"`
	All      bool   `query:"all" doc:"Also those that are closed"`
}

// SecretAnswer is the value that an agent asks for.
type SecretAnswer struct {
	Value string `json:"value" doc:"6 bytes to 32 KiB of text"`
}

// SecretRefusal declines a request.
type SecretRefusal struct {
	Reason string `json:"reason,omitempty" doc:"For the agent; at most 1000 characters"`
}
