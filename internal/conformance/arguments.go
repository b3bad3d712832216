package main

import (
	"cmp"
	"encoding/json"
	"fmt"
)

// property is as much of a JSON Schema as it takes to find a value for it.
type property struct {
	Type       string              `json:"type"`
	Default    any                 `json:"default"`
	Enum       []any               `json:"enum"`
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

// values are what a property without a default gets, by its type.
var values = map[string]any{"string": "text", "number": 5, "integer": 5, "boolean": true, "array": []any{}}

// arguments returns arguments that fit a tool's schema: those that it requires.
func arguments(schema json.RawMessage) (map[string]any, error) {
	var p property
	if err := json.Unmarshal(schema, &p); err != nil {
		return nil, err
	}
	p.Type = cmp.Or(p.Type, "object")
	value, err := p.value()
	if err != nil {
		return nil, err
	}
	args, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it is of type %s, and arguments are an object", p.Type)
	}
	return args, nil
}

func (p property) value() (any, error) {
	switch value, known := values[p.Type]; {
	case p.Default != nil:
		return p.Default, nil
	case len(p.Enum) > 0:
		return p.Enum[0], nil
	case known:
		return value, nil
	case p.Type != "object":
		return nil, fmt.Errorf("there is no value of type %q", p.Type)
	}
	object := map[string]any{}
	for _, name := range p.Required {
		value, err := p.Properties[name].value()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		object[name] = value
	}
	return object, nil
}
