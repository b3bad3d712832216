package model

import (
	"crypto/rand"
	"encoding/json"
	"strings"
)

// calls puts the calls of an answer together from their pieces. OpenRouter's
// document asks for an index in each; providers leave it out, give all calls the
// same one, repeat names, or send whole calls.
type calls struct {
	open []*openCall
}

type openCall struct {
	index     int // as the provider counts; -1 where it does not
	id, name  string
	arguments strings.Builder
}

// add takes a piece, and returns the call and whether the piece began it.
func (c *calls) add(p callPiece) (at int, began bool) {
	at = c.find(p)
	if at < 0 {
		at, began = len(c.open), true
		c.open = append(c.open, &openCall{index: -1})
		if p.Index != nil {
			c.open[at].index = *p.Index
		}
	}
	o := c.open[at]
	if o.id == "" {
		o.id = p.ID
	}
	if o.name == "" {
		o.name = p.Function.Name
	}
	o.arguments.WriteString(string(p.Function.Arguments))
	return at, began
}

// find returns the call that a piece goes on with, or -1.
func (c *calls) find(p callPiece) int {
	for at := len(c.open) - 1; at >= 0; at-- {
		o := c.open[at]
		switch {
		case p.Index != nil:
			if o.index != *p.Index {
				continue
			}
			if o.another(p) {
				return -1
			}
			return at
		case p.ID != "":
			if o.id == p.ID {
				return at
			}
		case p.Function.Name == "" || o.unfinished(p.Function.Name):
			return at
		default:
			return -1
		}
	}
	return -1
}

// another reports whether a piece with the index of o is a call of its own: some
// providers give every call the index 0. An id that changes within one call has no
// name beside it.
func (o *openCall) another(p callPiece) bool {
	return p.ID != "" && o.id != "" && p.ID != o.id && p.Function.Name != ""
}

// unfinished reports whether a piece that has a name, but no index and no id, goes
// on with o.
func (o *openCall) unfinished(name string) bool {
	return o.name == "" || o.name == name && !json.Valid([]byte(o.arguments.String()))
}

// all returns the calls, each with an id of its own.
func (c *calls) all() []ToolCall {
	var all []ToolCall
	taken := map[string]bool{}
	for _, o := range c.open {
		call := ToolCall{ID: o.id, Name: o.name, Arguments: o.arguments.String()}
		if call.ID == "" || taken[call.ID] {
			call.ID = "call_" + rand.Text()
		}
		taken[call.ID] = true
		if strings.TrimSpace(call.Arguments) == "" {
			call.Arguments = "{}"
		}
		all = append(all, call)
	}
	return all
}
