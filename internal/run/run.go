package run

import (
	"encoding/json"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/tool"
)

// Status is where a generation stands. A run has that of the generation that runs, or
// else of its last.
type Status string

// The statuses.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Over reports whether nothing more comes of a generation.
func (s Status) Over() bool { return s != Queued && s != Running }

// Run is one conversation of one agent.
type Run struct {
	ID        guild.ID
	AgentID   guild.ID
	Agent     string // its path
	Trigger   tool.Trigger
	Origin    guild.ID // the schedule or the group message that started it; empty for none
	Title     string   // the first line of its first message
	Caller    string
	Status    Status
	Error     string // why the last generation failed
	LastSeq   int
	Usage     Usage           // of all generations
	Metadata  json.RawMessage // {"exploration": ...} on a coding run
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Usage is what generations took.
type Usage struct {
	ToolCalls        int
	PromptTokens     int
	CompletionTokens int
	CachedTokens     int    // of the prompt
	Cost             string // US dollars, in decimal; empty where the provider named none
}

// Generation is one message to a run and the work that it starts.
type Generation struct {
	ID        guild.ID
	RunID     guild.ID
	Number    int // from 1
	Input     string
	Caller    string
	Status    Status
	Error     string
	Usage     Usage
	CreatedAt time.Time
	StartedAt *time.Time
	EndedAt   *time.Time
}

// Kind says what a message of a run is.
type Kind string

// The kinds. The model reads the first three.
const (
	User      Kind = "user"
	Assistant Kind = "assistant"
	ToolKind  Kind = "tool"
	Notice    Kind = "notice" // the box tells the operator something of the run
	End       Kind = "end"    // a generation is over; Text is its status
)

// Message is one entry of a run's record. Text, calls and arguments have been
// through redaction.
type Message struct {
	ID           guild.ID // made before it is stored, so that storing it twice stores it once
	Seq          int      // in its run, from 1; 0 before it is stored
	GenerationID guild.ID
	Kind         Kind
	Text         string
	Calls        []model.ToolCall // of an assistant
	Reasoning    json.RawMessage  // of an assistant, for the provider
	Result       *CallResult      // of a tool
	Meta         map[string]any   // further fields of the record; may be nil
	At           time.Time
}

// CallResult is what is on record of a tool call beside its result.
type CallResult struct {
	CallID    string // the model's
	Tool      string
	Arguments json.RawMessage
	Failed    bool
	Duration  time.Duration
}

// The fields of Meta that every tool call has.
const (
	MetaBytes  = "bytes"  // of the result as it was stamped
	MetaRepeat = "repeat" // how many earlier calls of the run had the same tool and arguments
)
