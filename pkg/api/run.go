package api

import (
	"encoding/json"
	"net/http"
	"time"
)

// The operations on runs.
var (
	ListRuns     = Operation{"list-runs", http.MethodGet, "/api/runs", "Runs of the agents at or below a scope, the newest first"}
	StartRun     = Operation{"start-run", http.MethodPost, "/api/runs", "Start a run of an agent with a message"}
	GetRun       = Operation{"get-run", http.MethodGet, "/api/runs/{id}", "One run with its generations and what it offers"}
	ListMessages = Operation{"list-messages", http.MethodGet, "/api/runs/{id}/messages", "What was said and done in a run, in order"}
	ContinueRun  = Operation{"continue-run", http.MethodPost, "/api/runs/{id}/messages", "Send a message to a run, which starts a generation"}
	WatchRun     = Operation{"watch-run", http.MethodGet, "/api/runs/{id}/events", "A run's events as they happen, resumed from a seq"}
	CancelRun    = Operation{"cancel-run", http.MethodPost, "/api/runs/{id}/cancel", "End what a run is doing"}
)

var runOperations = []Operation{ListRuns, StartRun, GetRun, ListMessages, ContinueRun, WatchRun, CancelRun}

// NewRun starts a direct run.
type NewRun struct {
	AgentID string `json:"agent_id" doc:"The agent's scope id"`
	Message string `json:"message" minLength:"1" maxLength:"200000" doc:"What the agent is told"`
}

// NewMessage goes to a run that is there.
type NewMessage struct {
	Message string `json:"message" minLength:"1" maxLength:"200000" doc:"What the agent is told"`
}

// Run is one conversation of one agent.
type Run struct {
	ID          string          `json:"id"`
	AgentID     string          `json:"agent_id"`
	Agent       string          `json:"agent" doc:"The agent's path"`
	Trigger     string          `json:"trigger" enum:"direct,group,schedule"`
	OriginID    string          `json:"origin_id,omitempty" doc:"The schedule or the group message that started it"`
	Title       string          `json:"title" doc:"The first line of its first message"`
	Caller      string          `json:"caller" doc:"Who started it"`
	Status      string          `json:"status" enum:"queued,running,done,failed,cancelled" doc:"Of the generation that runs, or else of its last"`
	Error       string          `json:"error,omitempty" doc:"Why its last generation failed"`
	LastSeq     int             `json:"last_seq"`
	Usage       Usage           `json:"usage" doc:"Of all generations"`
	Exploration json.RawMessage `json:"exploration,omitempty" doc:"Of a coding run: how much was read before the first edit"`
	CreatedAt   time.Time       `json:"created_at"`
	UpdatedAt   time.Time       `json:"updated_at"`
}

// Usage is what generations took.
type Usage struct {
	ToolCalls        int    `json:"tool_calls"`
	PromptTokens     int    `json:"prompt_tokens"`
	CompletionTokens int    `json:"completion_tokens"`
	CachedTokens     int    `json:"cached_tokens,omitempty" doc:"Of the prompt"`
	Cost             string `json:"cost,omitempty" doc:"US dollars in decimal, where the provider gives it"`
}

// RunDetail is a run with all but its messages.
type RunDetail struct {
	Run
	Generations []Generation `json:"generations"`
	Snapshot    *Snapshot    `json:"snapshot,omitempty" doc:"Missing until its first generation starts"`
}

// Generation is one message to a run and the work that it started.
type Generation struct {
	ID        string     `json:"id"`
	Number    int        `json:"number"`
	Message   string     `json:"message"`
	Caller    string     `json:"caller"`
	Status    string     `json:"status" enum:"queued,running,done,failed,cancelled"`
	Error     string     `json:"error,omitempty"`
	Usage     Usage      `json:"usage"`
	CreatedAt time.Time  `json:"created_at"`
	StartedAt *time.Time `json:"started_at,omitempty"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
}

// Snapshot is what the agent is and reaches in a run.
type Snapshot struct {
	Model        string        `json:"model"`
	System       string        `json:"system" doc:"The prompt: instructions, memory and state"`
	MaxToolCalls int           `json:"max_tool_calls" doc:"In each generation"`
	Browser      bool          `json:"browser"`
	Coding       bool          `json:"coding"`
	Scripting    bool          `json:"scripting"`
	Memory       bool          `json:"memory"`
	Logins       []UsedLogin   `json:"connections"`
	Tools        []OfferedTool `json:"offered_tools"`
}

// UsedLogin is a login whose tools a run offers.
type UsedLogin struct {
	Server       string `json:"server"`
	ConnectionID string `json:"connection_id"`
	Status       string `json:"status"`
}

// OfferedTool is one tool that a run offers.
type OfferedTool struct {
	Name         string          `json:"name"`
	ConnectionID string          `json:"connection_id,omitempty" doc:"Missing for a native tool"`
	RemoteName   string          `json:"remote_name,omitempty"`
	Schema       json.RawMessage `json:"schema" doc:"As the model is offered it"`
}

// Message is one entry of a run's record.
type Message struct {
	Seq          int             `json:"seq"`
	GenerationID string          `json:"generation_id"`
	Kind         string          `json:"kind" enum:"user,assistant,tool,notice,end"`
	Text         string          `json:"text"`
	Calls        []ModelCall     `json:"calls,omitempty" doc:"The tool calls of the model's answer"`
	CallID       string          `json:"call_id,omitempty" doc:"Of a tool's result: the model's id of the call"`
	Tool         string          `json:"tool,omitempty"`
	Arguments    json.RawMessage `json:"arguments,omitempty" doc:"Redacted"`
	Failed       bool            `json:"failed,omitempty"`
	DurationMS   int64           `json:"duration_ms,omitempty"`
	Meta         map[string]any  `json:"meta,omitempty" doc:"Further fields of the record: bytes, repeat, exit_code, tokens"`
	At           time.Time       `json:"at"`
}

// ModelCall is one tool call as the model wrote it, redacted.
type ModelCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Started names what a message started.
type Started struct {
	RunID        string `json:"run_id"`
	GenerationID string `json:"generation_id,omitempty"`
}

// Cancelled says what a cancellation ended.
type Cancelled struct {
	Generations int `json:"generations" doc:"How many were waiting or running"`
}

// RunQuery narrows a listing of runs.
type RunQuery struct {
	ScopeID string    `query:"scope_id" doc:"The scope at or below which the agent is; all within reach when left out"`
	Status  string    `query:"status" enum:"queued,running,done,failed,cancelled"`
	Before  time.Time `query:"before" doc:"Only runs that were started before this time"`
	Limit   int       `query:"limit" default:"50" minimum:"1" maximum:"500"`
}

// The events of WatchRun. EventMessage carries its seq as the event's id, and is sent
// again to nobody who asks from there; the others are live and come once.
const (
	EventMessage  = "message"  // Message; the pieces of text before it are in it
	EventText     = "text"     // Piece of the model's answer
	EventThoughts = "thoughts" // Piece of the model's reasoning
	EventReset    = "reset"    // the pieces so far count no more: the model is asked again
	EventCall     = "call"     // ModelCall that begins
	EventRetry    = "retry"    // RetryNotice
	EventOver     = "over"     // the run is over, and so is a stream that does not follow it
)

// Piece is some text of an answer that streams.
type Piece struct {
	Text string `json:"text"`
}

// RetryNotice says that the provider is asked again.
type RetryNotice struct {
	Why  string `json:"why"`
	InMS int64  `json:"in_ms"`
}
