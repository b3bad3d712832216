package tool

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/toolargs"
)

// declared returns the arguments that a tool declares, as its server listed
// them. Those that stand only in alternatives at the top of that schema are found
// in the one that a model is offered, where they are one object.
func declared(t api.ToolDetail) ([]toolargs.Property, error) {
	for _, schema := range []json.RawMessage{t.InputSchema, t.OfferedSchema} {
		if len(schema) == 0 {
			continue
		}
		properties, err := toolargs.Properties(schema)
		if err != nil {
			return nil, fmt.Errorf("the arguments of %s cannot be told: %w", t.Name, err)
		}
		if len(properties) > 0 {
			return properties, nil
		}
	}
	return nil, nil
}

// typeOf names what an argument takes.
func typeOf(p toolargs.Property) string {
	if p.Type == toolargs.Union {
		return strings.Join(p.Types, " or ")
	}
	return p.Type
}

// choices lists the only values that an argument takes.
func choices(p toolargs.Property) string {
	var all []string
	for _, value := range p.Enum {
		all = append(all, readable(value))
	}
	return strings.Join(all, ", ")
}

// readable is a value as a person types it: a text without quotes, anything else
// as JSON.
func readable(value json.RawMessage) string {
	var text string
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
