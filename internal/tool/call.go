package tool

import (
	"maps"
	"sync"

	"github.com/guildsbox/guilds/internal/guild"
)

// Trigger says what started a run.
type Trigger string

// The triggers. An operator's test of a tool counts as a direct run.
const (
	Direct   Trigger = "direct"
	Group    Trigger = "group"
	Schedule Trigger = "schedule"
)

// Call is what a handler knows of the call that it answers. The zero value will do
// for a connector's tool, which asks nothing of it.
type Call struct {
	ID      guild.ID    // of the call
	Agent   guild.Scope // the agent that calls; a tool of a connector may be tested at any scope
	Run     guild.ID    // empty in a test of the tool
	Trigger Trigger
	Caller  string // who is behind the call, for a record: an operator's name, or the agent's path

	mu   sync.Mutex
	meta map[string]any
	err  error
}

// Err returns what made the tool fail, nil where it did not: its cause tells more
// than the Result that a model reads. It is there once Run has returned.
func (c *Call) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *Call) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
}

// Note adds a field to what the call's record keeps beside its result. A later
// value replaces an earlier one. Nothing secret belongs in it: it is not redacted.
func (c *Call) Note(field string, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.meta == nil {
		c.meta = map[string]any{}
	}
	c.meta[field] = value
}

// Noted returns the fields that were noted, nil where there are none.
func (c *Call) Noted() map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.meta)
}
