package mcpclient

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// callResult is the result of tools/call as far as a model can read it.
type callResult struct {
	Content    []block         `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
	IsError    bool            `json:"isError"`

	// Revision 2026-07-28: a result may be a question instead.
	Type      mcp.ResultType      `json:"resultType"`
	Questions map[string]question `json:"inputRequests"`
	State     json.RawMessage     `json:"requestState"`
}

// block is one content block of any type. Data and Blob keep their quotes: they
// are only measured, and may be long.
type block struct {
	Type        string          `json:"type"`
	Text        string          `json:"text"`
	Data        json.RawMessage `json:"data"`
	MIME        string          `json:"mimeType"`
	Resource    *resource       `json:"resource"`
	URI         string          `json:"uri"`
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Size        int             `json:"size"` // bytes
}

type resource struct {
	URI  string          `json:"uri"`
	MIME string          `json:"mimeType"`
	Text *string         `json:"text"`
	Blob json.RawMessage `json:"blob"`
}

// render turns the result of a call into the one string that a model reads.
func (r *callResult) render() Result {
	text := r.text()
	if !r.IsError {
		return Result{Text: text}
	}
	if text == "" {
		text = "the tool failed and does not say why"
	}
	if !strings.HasPrefix(text, "ERROR:") {
		text = "ERROR: " + text
	}
	return Result{Text: text, Failed: true}
}

func (r *callResult) text() string {
	if len(r.Content) == 1 && r.Structured == nil {
		return r.Content[0].line() // nearly every result, without a copy
	}
	lines := make([]string, 0, len(r.Content)+1)
	for i := range r.Content {
		if line := r.Content[i].line(); line != "" {
			lines = append(lines, line)
		}
	}
	if present(r.Structured) != nil && !r.repeated() {
		lines = append(lines, compact(r.Structured))
	}
	return strings.Join(lines, "\n")
}

// repeated reports whether a text block says what the structured content says,
// as the specification asks servers to do for older clients.
func (r *callResult) repeated() bool {
	var want any
	for _, b := range r.Content {
		if b.Type != "text" || b.Text == "" {
			continue
		}
		if compact(json.RawMessage(b.Text)) == compact(r.Structured) {
			return true
		}
		if want == nil && json.Unmarshal(r.Structured, &want) != nil {
			return false
		}
		var got any
		if json.Unmarshal([]byte(b.Text), &got) == nil && reflect.DeepEqual(got, want) {
			return true
		}
	}
	return false
}

// compact returns JSON without blanks, and anything else as it is.
func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// line is what a model reads of one block.
func (b *block) line() string {
	switch b.Type {
	case "text":
		return b.Text
	case "image", "audio":
		return fmt.Sprintf("[%s: %s, %s]", b.Type, orUnknown(b.MIME), size(decodedLen(b.Data)))
	case "resource":
		if b.Resource != nil {
			return b.Resource.line()
		}
	case "resource_link":
		return b.link()
	}
	return fmt.Sprintf("[content of type %q, which cannot be shown]", b.Type)
}

func (r *resource) line() string {
	if r.Text != nil {
		return fmt.Sprintf("[resource: %s]\n%s", r.URI, *r.Text)
	}
	return fmt.Sprintf("[resource: %s, %s, %s]", r.URI, orUnknown(r.MIME), size(decodedLen(r.Blob)))
}

func (b *block) link() string {
	parts := []string{b.URI}
	for _, p := range []string{b.Title, b.Name} {
		if p != "" {
			parts = append(parts, p)
			break
		}
	}
	if b.MIME != "" {
		parts = append(parts, b.MIME)
	}
	if b.Size > 0 {
		parts = append(parts, size(b.Size))
	}
	line := "[resource link: " + strings.Join(parts, ", ") + "]"
	if b.Description != "" {
		line += "\n" + b.Description
	}
	return line
}

func orUnknown(mime string) string {
	if mime == "" {
		return "unknown type"
	}
	return mime
}

// decodedLen is the length in bytes of what a JSON string holds in base64. Line
// breaks and escapes inside make it a little too long.
func decodedLen(quoted json.RawMessage) int {
	s := bytes.TrimRight(bytes.Trim(quoted, `"`), "=")
	return len(s) * 3 / 4
}

// size writes a number of bytes as a person reads it.
func size(n int) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
