package modeltest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// Request is one request for a turn, as the server got it.
type Request struct {
	Path     string
	Header   http.Header
	Body     []byte
	Model    string
	Messages []Message
	Tools    []Tool
}

// Message is a message of the conversation.
type Message struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCallID string          `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
	ReasoningDetails json.RawMessage `json:"reasoning_details"`
}

// Text returns the content, of which parts that are no text are left out.
func (m Message) Text() string {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(m.Content, &parts) // null, beside calls
	for _, p := range parts {
		text += p.Text
	}
	return text
}

// Tool is an offered tool.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

func parseRequest(r *http.Request, body []byte) (Request, error) {
	var sent struct {
		Model    string    `json:"model"`
		Messages []Message `json:"messages"`
		Tools    []struct {
			Function Tool `json:"function"`
		} `json:"tools"`
	}
	err := json.Unmarshal(body, &sent)
	parsed := Request{Path: r.URL.Path, Header: r.Header.Clone(), Body: body, Model: sent.Model, Messages: sent.Messages}
	for _, t := range sent.Tools {
		parsed.Tools = append(parsed.Tools, t.Function)
	}
	return parsed, err
}

// Turns counts the turns that the model has had.
func (r Request) Turns() int {
	n := 0
	for _, m := range r.Messages {
		if m.Role == "assistant" {
			n++
		}
	}
	return n
}

// Last returns the last message.
func (r Request) Last() Message { return r.Messages[len(r.Messages)-1] }

// Result returns the content of the last result of a tool, and whether there is
// one.
func (r Request) Result(tool string) (string, bool) {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == "tool" && r.nameOf(m.ToolCallID) == tool {
			return m.Text(), true
		}
	}
	return "", false
}

func (r Request) nameOf(callID string) string {
	for _, m := range r.Messages {
		for _, c := range m.ToolCalls {
			if c.ID == callID {
				return c.Function.Name
			}
		}
	}
	return ""
}

// Offers reports whether a tool is offered.
func (r Request) Offers(tool string) bool {
	return slices.ContainsFunc(r.Tools, func(t Tool) bool { return t.Name == tool })
}

// Requests returns the requests for turns so far, in the order in which they came.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Received reports whether the text stands in any request for a turn, as it is or
// as JSON writes it.
func (s *Server) Received(text string) bool {
	written, _ := json.Marshal(text) // a text encodes
	escaped := strings.Trim(string(written), `"`)
	return slices.ContainsFunc(s.Requests(), func(r Request) bool {
		return strings.Contains(string(r.Body), text) || strings.Contains(string(r.Body), escaped)
	})
}
