package model

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/guildsbox/guilds/internal/schema"
)

// Tool is one tool as a model is offered it.
type Tool struct {
	Name        string // at most 64 of a-z, A-Z, 0-9, _ and -
	Description string
	Parameters  json.RawMessage // what schema.Offered made; nil for no parameters
}

// Toolset is a list of tools prepared for any number of requests, at once too.
// The array that is sent is marshalled once for each family of models.
type Toolset struct {
	tools []Tool

	mu    sync.Mutex
	forms map[schema.Dialect]*form
}

// NewToolset prepares the tools, in the order in which they are to be sent. It
// keeps the slice.
func NewToolset(tools []Tool) *Toolset {
	return &Toolset{tools: tools, forms: map[schema.Dialect]*form{}}
}

// Tools returns the tools in order, for reading.
func (t *Toolset) Tools() []Tool {
	if t == nil {
		return nil
	}
	return t.tools
}

// Without returns the tools but the named ones: those that an earlier answer
// dropped need not be refused again.
func (t *Toolset) Without(names ...string) *Toolset {
	return NewToolset(slices.DeleteFunc(slices.Clone(t.Tools()), func(tool Tool) bool { return slices.Contains(names, tool.Name) }))
}

// form is a toolset as one family of models takes it.
type form struct {
	array   []byte   // the JSON array
	sent    []string // the name of each element
	dropped []DroppedTool
}

func (t *Toolset) form(d schema.Dialect) *form {
	if t == nil || len(t.tools) == 0 {
		return &form{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.forms[d] == nil {
		t.forms[d] = newForm(t.tools, d)
	}
	return t.forms[d]
}

func newForm(tools []Tool, d schema.Dialect) *form {
	f := &form{}
	var b bytes.Buffer
	for _, tool := range tools {
		parameters, err := parametersOf(tool, d)
		if err != nil {
			f.dropped = append(f.dropped, DroppedTool{Name: tool.Name, Why: err.Error()})
			continue
		}
		b.WriteString(separator(b.Len()))
		b.WriteString(`{"type":"function","function":{"name":`)
		b.Write(quote(tool.Name))
		if tool.Description != "" {
			b.WriteString(`,"description":`)
			b.Write(quote(tool.Description))
		}
		b.WriteString(`,"parameters":`)
		b.Write(parameters)
		b.WriteString("}}")
		f.sent = append(f.sent, tool.Name)
	}
	if len(f.sent) > 0 {
		b.WriteByte(']')
		f.array = b.Bytes()
	}
	return f
}

func separator(written int) string {
	if written == 0 {
		return "["
	}
	return ","
}

func parametersOf(tool Tool, d schema.Dialect) (json.RawMessage, error) {
	if len(tool.Parameters) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`), nil
	}
	return d.Adapt(tool.Parameters)
}
