package api

import "encoding/json"

// Tool is one tool as a scope sees it.
type Tool struct {
	Name         string `json:"name" doc:"The name that a model sees"`
	Kind         string `json:"kind" enum:"native_tool,mcp_tool"`
	Server       string `json:"server,omitempty" doc:"The slug of its connector"`
	RemoteName   string `json:"remote_name,omitempty" doc:"Its own name at the server"`
	Title        string `json:"title,omitempty"`
	Description  string `json:"description,omitempty"`
	Enabled      bool   `json:"enabled" doc:"Where the bindings end"`
	Offered      bool   `json:"offered" doc:"Whether a run of this scope would offer it"`
	Reason       string `json:"reason" doc:"Which row or state decided"`
	Remedy       string `json:"remedy,omitempty" doc:"The command that would help, where only its login is missing"`
	DefaultOff   bool   `json:"default_off" doc:"Whether it is listed Off on first sight, because it spends, sends or creates"`
	ConnectionID string `json:"connection_id,omitempty" format:"uuid" doc:"The login that the scope resolves to"`
	Connection   string `json:"connection,omitempty" doc:"The same, as server at scope"`
}

// ToolDetail is a tool with its schemas.
type ToolDetail struct {
	Tool
	InputSchema   json.RawMessage `json:"input_schema,omitempty" doc:"As its server listed it"`
	OfferedSchema json.RawMessage `json:"offered_schema,omitempty" doc:"As a model gets it"`
	Annotations   json.RawMessage `json:"annotations,omitempty" doc:"The server's hints about it"`
}

// ToolQuery names the scope whose tools are wanted.
type ToolQuery struct {
	ScopeID      string `query:"scope_id" doc:"An organisation, guild or agent; or the platform"`
	ConnectionID string `query:"connection_id" doc:"The tools of this login, whatever the scope resolves to"`
}

// NativeCall tests a native tool as one agent.
type NativeCall struct {
	ScopeID   string          `json:"scope_id" format:"uuid" doc:"The agent"`
	Arguments json.RawMessage `json:"arguments,omitempty" doc:"One object, as the tool's schema has it"`
}

// Access is the access view of a scope.
type Access struct {
	Scope   Scope          `json:"scope"`
	Servers []ServerAccess `json:"servers"`
	Tools   []Tool         `json:"tools"`
}

// ServerAccess is one connector as a scope sees it.
type ServerAccess struct {
	ServerID        string      `json:"server_id" format:"uuid"`
	Server          string      `json:"server"`
	Name            string      `json:"name"`
	Auth            string      `json:"auth" enum:"none,token,oauth"`
	OAuthSetupState string      `json:"oauth_setup_state" enum:"not_applicable,dynamic,configured,unsupported"`
	Unsupported     string      `json:"unsupported,omitempty" doc:"Why Connect is refused on this box"`
	Enabled         bool        `json:"enabled"`
	Reason          string      `json:"reason"`
	Connection      *Connection `json:"connection,omitempty" doc:"The login that the scope resolves to"`
	Own             *Connection `json:"own,omitempty" doc:"The login that the scope itself owns"`

	GitHubRepositories []SelectedRepository `json:"github_repositories,omitempty" doc:"The repositories that a GitHub login is for"`
}
