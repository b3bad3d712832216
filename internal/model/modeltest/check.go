package modeltest

import (
	"fmt"
	"regexp"
)

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// check holds a request against what providers refuse and no document says.
func (r Request) check() error {
	names := map[string]bool{}
	for n, t := range r.Tools {
		switch {
		case !toolName.MatchString(t.Name):
			return fmt.Errorf("tools[%d].function.name: %q is not a name", n, t.Name)
		case names[t.Name]:
			return fmt.Errorf("tools: tool names must be unique, %q is not", t.Name)
		}
		names[t.Name] = true
	}
	return r.checkPairs()
}

// checkPairs sees that results follow the turn with their calls, one for each.
func (r Request) checkPairs() error {
	open := map[string]bool{} // calls without a result
	for n, m := range r.Messages {
		if m.Role == "tool" {
			if !open[m.ToolCallID] {
				return fmt.Errorf("messages.%d: the result of %q follows no such call", n, m.ToolCallID)
			}
			delete(open, m.ToolCallID)
			continue
		}
		if len(open) > 0 {
			return fmt.Errorf("messages.%d: calls of the turn before it have no result", n)
		}
		for _, c := range m.ToolCalls {
			if c.ID == "" || open[c.ID] {
				return fmt.Errorf("messages.%d: a call has no id of its own: %q", n, c.ID)
			}
			open[c.ID] = true
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("messages: calls of the last turn have no result")
	}
	return nil
}
