package model

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"time"
)

// Request is what a model is asked. The zero values of all but Model and Messages
// leave the choice to the provider.
type Request struct {
	Model    string // the provider's own id, as Split returns it
	Messages []Message
	Tools    *Toolset

	// NoCalls asks for an answer in words. The tools are sent all the same: Anthropic
	// refuses a conversation that has calls and no tools, and what a provider has
	// cached of the request stays good.
	NoCalls bool

	// MaxTokens bounds the answer.
	MaxTokens int

	// User and SessionID tell OpenRouter whose work it is and which requests belong
	// together, which keeps them on one provider with its cache. At most 256
	// characters; no other provider is told.
	User      string
	SessionID string

	// OnRetry is told of each pause before the request is sent again; nil for nobody.
	OnRetry func(why string, after time.Duration)
}

// payload is a request's body, without the tools, as it is sent. Tools are
// appended as bytes: marshalling a thousand schemas anew for each turn would cost
// more than all the rest.
type payload struct {
	Model         string         `json:"model"`
	Messages      []sentMessage  `json:"messages"`
	Stream        bool           `json:"stream"`
	StreamOptions *streamOptions `json:"stream_options,omitempty"`
	MaxTokens     int            `json:"max_tokens,omitempty"`
	MaxCompletion int            `json:"max_completion_tokens,omitempty"`
	User          string         `json:"user,omitempty"`
	SessionID     string         `json:"session_id,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type sentMessage struct {
	Role             Role            `json:"role"`
	Content          *string         `json:"content"`
	ToolCalls        []sentCall      `json:"tool_calls,omitempty"`
	ToolCallID       string          `json:"tool_call_id,omitempty"`
	ReasoningDetails json.RawMessage `json:"reasoning_details,omitempty"`
}

type sentCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function sentFunction `json:"function"`
}

type sentFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// head marshals everything but the tools.
func (p Provider) head(r Request) ([]byte, error) {
	body := payload{Model: r.Model, Messages: p.sent(r.Messages), Stream: true, StreamOptions: &streamOptions{IncludeUsage: true}}
	p.keys(&body, r)
	return encode(body)
}

// sent leaves out the assistant's turns with neither text nor calls, which some
// providers refuse.
func (p Provider) sent(messages []Message) []sentMessage {
	out := make([]sentMessage, 0, len(messages))
	for _, m := range messages {
		if m.Role == Assistant && m.Text == "" && len(m.Calls) == 0 {
			continue
		}
		s := sentMessage{Role: m.Role, Content: &m.Text, ToolCallID: m.CallID}
		if len(m.Calls) > 0 {
			s.ToolCalls = sentCalls(m.Calls)
			if p.takesReasoning {
				s.ReasoningDetails = m.Reasoning
			}
			if m.Text == "" {
				s.Content = nil
			}
		}
		out = append(out, s)
	}
	return out
}

func sentCalls(calls []ToolCall) []sentCall {
	out := make([]sentCall, len(calls))
	for i, c := range calls {
		out[i] = sentCall{ID: c.ID, Type: "function", Function: sentFunction{Name: sentName(c.Name), Arguments: sentArguments(c.Arguments)}}
	}
	return out
}

var notInNames = regexp.MustCompile(`[^a-zA-Z0-9_-]`)

const maxNameLength = 64 // of a function, at every provider

// sentName makes a name that every provider takes of one that a model made up.
// Refusing the whole conversation for it would end the run.
func sentName(name string) string {
	name = notInNames.ReplaceAllString(name, "_")
	if name == "" {
		return "unnamed"
	}
	return name[:min(len(name), maxNameLength)]
}

// sentArguments replaces arguments that are no JSON object: providers that read
// them would refuse the conversation for good. The call's result tells the model
// what was wrong.
func sentArguments(arguments string) string {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(arguments), &object) != nil || object == nil {
		return "{}"
	}
	return arguments
}

// body is head with the tools in it. It can be read any number of times.
type body struct{ parts [][]byte }

func join(head, tools []byte, noCalls bool) body {
	if len(tools) == 0 {
		return body{[][]byte{head}}
	}
	end := "}"
	if noCalls {
		end = `,"tool_choice":"none"}`
	}
	return body{[][]byte{head[:len(head)-1], []byte(`,"tools":`), tools, []byte(end)}}
}

func (b body) size() (n int64) {
	for _, part := range b.parts {
		n += int64(len(part))
	}
	return n
}

func (b body) reader() io.ReadCloser {
	readers := make([]io.Reader, len(b.parts))
	for i, part := range b.parts {
		readers[i] = bytes.NewReader(part)
	}
	return io.NopCloser(io.MultiReader(readers...))
}
