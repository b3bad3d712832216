package api

import (
	"net/http"
	"time"
)

// The operations on models and on the keys for their providers.
var (
	ListModels     = Operation{"list-models", http.MethodGet, "/api/models", "The models of the providers, with their prices, and whether there is a key"}
	ListModelKeys  = Operation{"list-model-keys", http.MethodGet, "/api/model-keys", "Organisations' own keys for providers of models, without their values"}
	PutModelKey    = Operation{"put-model-key", http.MethodPut, "/api/organisations/{id}/model-keys/{name}", "Give an organisation its own key for a provider of models"}
	DeleteModelKey = Operation{"delete-model-key", http.MethodDelete, "/api/organisations/{id}/model-keys/{name}", "Delete an organisation's own key for a provider of models"}
)

var modelOperations = []Operation{ListModels, ListModelKeys, PutModelKey, DeleteModelKey}

// ModelQuery narrows a listing of models. Empty fields narrow nothing.
type ModelQuery struct {
	ScopeID  string `query:"scope_id" doc:"For whose organisation keys are looked for; the caller's own when left out"`
	Provider string `query:"provider" enum:"openrouter,deepinfra" doc:"Only models of this provider"`
	Search   string `query:"search" doc:"Only models with this text in their id or name, in any case of letters"`
}

// ModelList is what the providers have to offer.
type ModelList struct {
	Models   []Model         `json:"models" doc:"Sorted by provider, each provider's in its own order"`
	Problems []ModelsProblem `json:"problems" doc:"Providers whose list could not be had; models of an earlier list may be there"`
}

// ModelsProblem says why a provider's list could not be had.
type ModelsProblem struct {
	Provider string `json:"provider"`
	Detail   string `json:"detail"`
}

// Model is one model of a provider.
type Model struct {
	ID              string `json:"id" doc:"As the settings of an agent name it" example:"openrouter/openai/gpt-5-mini"`
	Provider        string `json:"provider"`
	Name            string `json:"name" doc:"As the provider calls it for people"`
	ContextLength   int    `json:"context_length" doc:"Tokens of the conversation with the answer; 0 where it is not said"`
	MaxOutput       int    `json:"max_output" doc:"Tokens of one answer; 0 where it is not said"`
	PromptPrice     string `json:"prompt_price" doc:"US dollars for a million tokens that the model reads, a decimal; empty where it is not said"`
	CompletionPrice string `json:"completion_price" doc:"US dollars for a million tokens that the model writes, a decimal; empty where it is not said"`
	Tools           *bool  `json:"tools" doc:"Whether it takes tools; null where it is not said"`
	Key             string `json:"key" enum:"organisation,box,none,missing" doc:"Whose key is used; none where the server at the provider's address is not the vendor's, missing where there is none yet"`
}

// ModelKey is an organisation's own key, without its value.
type ModelKey struct {
	ScopeID      string    `json:"scope_id" format:"uuid" doc:"Of the organisation"`
	Organisation string    `json:"organisation" doc:"Its path"`
	Provider     string    `json:"provider"`
	Hint         string    `json:"hint" doc:"The last four characters of a key that is long enough to show them"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// ModelKeyQuery narrows a listing of keys.
type ModelKeyQuery struct {
	WithinID string `query:"within_id" doc:"Only keys of organisations at or below this scope"`
}

// NewModelKey is a key to store.
type NewModelKey struct {
	Value     string `json:"value" doc:"The key itself; it is kept sealed and never shown"`
	Unchecked bool   `json:"unchecked,omitempty" doc:"Store it without asking the provider whether it takes the key"`
}
