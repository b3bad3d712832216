package model

import "encoding/json"

// Role says who speaks in a Message.
type Role string

// The roles of a conversation.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool"
)

// Message is one message of a conversation.
type Message struct {
	Role Role
	Text string

	// Calls are the tool calls of an assistant's turn.
	Calls []ToolCall

	// CallID says which call a tool message answers.
	CallID string

	// Name is the tool that a tool message comes from. It is for readers of the
	// conversation; no provider needs it.
	Name string

	// Reasoning is what Answer.Reasoning held for this turn. It is sent back
	// unchanged where the turn has calls and the provider takes it.
	Reasoning json.RawMessage
}

// ToolCall is one call that a model asks for.
type ToolCall struct {
	ID   string // unique in its answer; made up where the provider gave none
	Name string // as the model wrote it, which may be a tool that does not exist

	// Arguments are as the model wrote them. They may be no JSON, which a result has
	// to say to the model; where it wrote nothing they are {}.
	Arguments string
}
