package api

import "time"

// Binding switches one catalog item on or off at one scope.
type Binding struct {
	ID           string    `json:"id" format:"uuid"`
	ScopeID      string    `json:"scope_id" format:"uuid"`
	Scope        string    `json:"scope"`
	CatalogKind  string    `json:"catalog_kind" enum:"native_tool,mcp,mcp_tool,artifact_grant"`
	CatalogID    string    `json:"catalog_id"`
	Name         string    `json:"name" doc:"What people call the item: a server's slug, else the catalog id"`
	Enabled      bool      `json:"enabled"`
	ConnectionID string    `json:"connection_id,omitempty" format:"uuid" doc:"The login that an mcp binding offers"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// PutBindingBody states what a binding shall be.
type PutBindingBody struct {
	ScopeID      string `json:"scope_id" format:"uuid"`
	CatalogKind  string `json:"catalog_kind" doc:"native_tool, mcp, mcp_tool or artifact_grant" example:"mcp_tool"`
	CatalogID    string `json:"catalog_id" doc:"A server's id for mcp, a namespaced tool for mcp_tool, else a name"`
	Enabled      bool   `json:"enabled"`
	ConnectionID string `json:"connection_id,omitempty" doc:"For mcp only: the login to offer; left out, the binding keeps the one that it carries, or takes the scope's own"`
}

// BindingKey names a binding.
type BindingKey struct {
	ScopeID     string `query:"scope_id" required:"true"`
	CatalogKind string `query:"catalog_kind" required:"true"`
	CatalogID   string `query:"catalog_id" required:"true"`
}

// BindingQuery narrows a listing of bindings. With neither field it lists all
// within the caller's reach.
type BindingQuery struct {
	ScopeID  string `query:"scope_id" doc:"Those at exactly this scope"`
	WithinID string `query:"within_id" doc:"Those at this scope or at one below it"`
}

// ExplainQuery names an item and the scope at which to explain it.
type ExplainQuery struct {
	ScopeID string `query:"scope_id" required:"true"`
	Name    string `query:"name" required:"true" doc:"A server's slug, a namespaced tool, a native tool or a note grant"`
}

// Explanation is the walk from the platform to a scope for one catalog item.
type Explanation struct {
	Scope        string       `json:"scope"`
	CatalogKind  string       `json:"catalog_kind"`
	CatalogID    string       `json:"catalog_id"`
	Name         string       `json:"name"`
	Enabled      bool         `json:"enabled" doc:"Where the walk ends"`
	ConnectionID string       `json:"connection_id,omitempty" doc:"The login that the walk ends with"`
	Connection   string       `json:"connection,omitempty" doc:"The same, as server at scope"`
	Reason       string       `json:"reason" doc:"Which row decided, in words"`
	Steps        []Step       `json:"steps" doc:"From the platform down"`
	Server       *Explanation `json:"server,omitempty" doc:"For a connector's tool: the walk of its server, whose Off keeps the tool Off"`
}

// Step is one level of a walk.
type Step struct {
	Level        string `json:"level" enum:"platform,organisation,guild,agent"`
	Scope        string `json:"scope"`
	Row          string `json:"row" enum:"on,off,none" doc:"The binding at this level"`
	ConnectionID string `json:"connection_id,omitempty" doc:"The login that this level's row carries"`
	Connection   string `json:"connection,omitempty" doc:"The same, as server at scope"`
	Enabled      bool   `json:"enabled" doc:"The state after this level"`
	Decides      bool   `json:"decides" doc:"Whether this row is the last word"`
}
