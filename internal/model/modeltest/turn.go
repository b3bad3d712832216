package modeltest

import "encoding/json"

// Turn is what the model does with one request. The zero Turn is an empty answer.
// The JSON names are those of a script file.
type Turn struct {
	Text      string `json:"text,omitempty"`
	Reasoning string `json:"reasoning,omitempty"`
	Calls     []Call `json:"calls,omitempty"`
	Finish    string `json:"finish,omitempty"` // tool_calls or stop where empty

	Usage   *Usage `json:"usage,omitempty"` // DefaultUsage where nil
	NoUsage bool   `json:"no_usage,omitempty"`

	// Refuse answers with an error in place of the rest.
	Refuse *Refusal `json:"refuse,omitempty"`
	// Midway ends the answer with an error after half of it; CutOff closes the
	// connection there.
	Midway *Refusal `json:"midway,omitempty"`
	CutOff bool     `json:"cut_off,omitempty"`

	// First are played for the first requests that ask for this turn in a
	// conversation, one for each. It is the only thing that the server remembers.
	First []Turn `json:"first,omitempty"`

	// Pieces says how the answer's bytes are written: see the table pieces. Empty
	// for one event at a time.
	Pieces string `json:"pieces,omitempty"`

	// Hold and HoldMidway name a gate at which the answer waits, before its first
	// byte and after half of it, until Release.
	Hold       string `json:"hold,omitempty"`
	HoldMidway string `json:"hold_midway,omitempty"`
}

// Call is one tool call.
type Call struct {
	ID        string    `json:"id,omitempty"` // made of turn and place where empty
	Name      string    `json:"name"`
	Arguments Arguments `json:"arguments,omitempty"`
}

// Arguments are what the model writes for a call; they need not be JSON. In a
// script file they are an object, or a text that is written as it stands.
type Arguments string

// UnmarshalJSON takes both.
func (a *Arguments) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*a = Arguments(text)
		return nil
	}
	*a = Arguments(data)
	return nil
}

// Usage is what an answer counts.
type Usage struct {
	Prompt     int     `json:"prompt"`
	Completion int     `json:"completion"`
	Cached     int     `json:"cached"`
	Reasoning  int     `json:"reasoning"`
	Cost       float64 `json:"cost"` // US dollars
}

// DefaultUsage is that of a turn which gives none.
var DefaultUsage = Usage{Prompt: 10, Completion: 5, Cost: 0.0001}

// Refusal is an error of the provider.
type Refusal struct {
	Status     int    `json:"status"`
	Message    string `json:"message,omitempty"`
	Kind       string `json:"kind,omitempty"` // OpenRouter's error_type
	RetryAfter string `json:"retry_after,omitempty"`
	Body       string `json:"body,omitempty"` // in place of what the others make
}
