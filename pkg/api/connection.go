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
	FolderID        string     `json:"folder_id,omitempty" doc:"The one folder that it is limited to"`
	NeedsFolder     bool       `json:"needs_folder,omitempty" doc:"The browser login is over, and it is connected once its folder is chosen"`
	OAuthSetupState string     `json:"oauth_setup_state" enum:"not_applicable,dynamic,configured,unsupported"`
	Revision        string     `json:"revision,omitempty" doc:"The MCP revision that the server speaks"`
	Tools           int        `json:"tools" doc:"How many tools it lists"`
	ListedAt        *time.Time `json:"listed_at,omitempty" doc:"When its tools were last listed"`
	ListError       string     `json:"list_error,omitempty" doc:"Why the last listing failed; the tools listed before stand"`
	CreatedAt       time.Time  `json:"created_at"`
	UpdatedAt       time.Time  `json:"updated_at"`

	AuthorizationURL string     `json:"authorization_url,omitempty" doc:"In the answer of connect: where the operator's browser goes to log in"`
	LoginExpiresAt   *time.Time `json:"login_expires_at,omitempty" doc:"Until when a browser login that is on its way may take; absent when none is"`
}

// CompletedLogin is what the callback of a browser login came to.
type CompletedLogin struct {
	Connection Connection `json:"connection"`
	Next       string     `json:"next,omitempty" doc:"Where the browser goes on; empty when the login is over"`
	Message    string     `json:"message" doc:"What happened and what to do next"`

	Choices []LoginChoice `json:"choices,omitempty" doc:"What the operator is asked; the answer is sent to the same operation as choice, with the state"`
}

// LoginChoice is one thing that the operator may choose in the course of a login.
type LoginChoice struct {
	ID     string `json:"id"`
	Label  string `json:"label" example:"acme"`
	Detail string `json:"detail,omitempty" example:"Organization"`
}

// Folder is one folder that a login may be limited to.
type Folder struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Place string `json:"place,omitempty" doc:"Which part of the account it lies in"`
}

// ChosenFolder asks to limit a login to a folder.
type ChosenFolder struct {
	ID string `json:"id" doc:"The id of a folder that was listed, or of one that lies deeper"`
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
	Coins    []string          `json:"coins,omitempty" doc:"Ids of the coins to pin, at most 20; those of a former login where there are none"`
	Scopes   []string          `json:"scopes,omitempty" doc:"OAuth scopes to ask for beside those that the server names"`
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
