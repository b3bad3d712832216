package model

import "encoding/json"

// Answer is one turn of a model.
type Answer struct {
	Text  string
	Calls []ToolCall

	// Thoughts is the reasoning that the provider shows as text.
	Thoughts string
	// Reasoning is the list reasoning_details of OpenRouter, or nil. It belongs back
	// into the conversation: see Message.Reasoning.
	Reasoning json.RawMessage

	Usage Usage

	// Finish is finish_reason as the provider gave it. Some write stop for a turn
	// with calls: whether there are calls, only Calls tells. With length, the text or
	// the arguments of the last call may be cut off.
	Finish string

	GenerationID string // what the provider's support and its bill know the answer by
	Model        string // that answered, as the provider names it

	// Dropped are the tools that the provider was not offered in the end, because it
	// refuses their schemas.
	Dropped []DroppedTool
}

// Usage counts the tokens of an answer. All of it is zero where the provider does
// not say.
type Usage struct {
	Prompt          int // with those read from the cache
	Completion      int // with those of the reasoning
	Cached          int // of the prompt
	ReasoningTokens int // of the completion

	// Cost is in US dollars, a JSON number as the provider wrote it; empty where it
	// gives none.
	Cost string
}

// DroppedTool is a tool that was left out of a request.
type DroppedTool struct {
	Name string
	Why  string // in the provider's words
}

// Delta is a piece of an answer on its way. Each has one of the three.
type Delta struct {
	Text      string
	Reasoning string
	Call      *CallStart
}

// CallStart says that the model begins to write a call.
type CallStart struct {
	Index int // among the calls of the answer
	Name  string
}
