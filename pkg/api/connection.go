package api

import "time"

// Connection is one login for one server, owned at a scope. It never carries a
// credential.
type Connection struct {
	ID              string     `json:"id" format:"uuid"`
	ServerID        string     `json:"server_id" format:"uuid"`
	Server          string     `json:"server" doc:"The server's slug"`
	ScopeID         string     `json:"scope_id" format:"uuid"`
	Scope           string     `json:"scope" doc:"The owner's path"`
	Status          string     `json:"status" enum:"pending,connected,disconnected"`
	AccountHint     string     `json:"account_hint,omitempty" doc:"Which account it is, for display"`
	OAuthSetupState string     `json:"oauth_setup_state" enum:"not_applicable,dynamic,configured,unsupported"`
	Revision        string     `json:"revision,omitempty" doc:"The MCP revision that the server speaks"`
	Tools           int        `json:"tools" doc:"How many tools it lists"`
	ListedAt        *time.Time `json:"listed_at,omitempty" doc:"When its tools were last listed"`
	ListError       string     `json:"list_error,omitempty" doc:"Why the last listing failed; the tools listed before stand"`
	CreatedAt       time.Time  `json:"created_at"`
	UpdatedAt       time.Time  `json:"updated_at"`
}

// ConnectionQuery narrows a listing of connections. With neither field it
// lists all within the caller's reach.
type ConnectionQuery struct {
	ScopeID  string `query:"scope_id" doc:"Those visible at this scope: owned by it or by a scope above it"`
	WithinID string `query:"within_id" doc:"Those owned by this scope or by one below it"`
	Server   string `query:"server" doc:"Only those of the server with this slug"`
}

// NewConnection asks to connect a server at a scope.
type NewConnection struct {
	ServerID string            `json:"server_id" format:"uuid"`
	ScopeID  string            `json:"scope_id" format:"uuid" doc:"An organisation, guild or agent; the platform is reserved"`
	Fields   map[string]string `json:"fields,omitempty" doc:"The values of the server's connect fields"`
}

// ToolCall asks to test a tool on a login.
type ToolCall struct {
	Name      string         `json:"name" doc:"The tool's namespaced name; without scope_id also its own name at the server"`
	Arguments map[string]any `json:"arguments,omitempty"`
	ScopeID   string         `json:"scope_id,omitempty" doc:"Also check that this scope is offered the tool"`
}

// ToolResult is what the model would have read, with how the call went. A tool
// that failed is a result too.
type ToolResult struct {
	CallID     string `json:"call_id" format:"uuid" doc:"Names the record of this call"`
	Text       string `json:"text"`
	Failed     bool   `json:"failed"`
	Bytes      int    `json:"bytes" doc:"Length of text"`
	DurationMS int64  `json:"duration_ms"`
}

// Progress is one step that a running tool reported.
type Progress struct {
	Progress float64 `json:"progress"`
	Total    float64 `json:"total,omitempty" doc:"0 when the tool does not know it"`
	Message  string  `json:"message,omitempty"`
}

// The names of the server-sent events that call-tool answers to a request that
// accepts text/event-stream: any number of progress, then one result or problem.
const (
	EventProgress = "progress"
	EventResult   = "result"
	EventProblem  = "problem"
)
