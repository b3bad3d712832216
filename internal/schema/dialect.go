package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Dialect is what one family of models takes of JSON Schema. What all of them
// refuse, Offered has taken out already.
type Dialect string

// The dialects. Standard is for the models that take whatever Offered makes.
const (
	Standard  Dialect = ""
	Gemini    Dialect = "gemini"
	Anthropic Dialect = "anthropic"
	OpenAI    Dialect = "openai"
)

// rule is one thing that a family refuses, and how it goes. The schemas in what
// change returns are changed after it.
type rule struct {
	refuses string
	change  func(*node) *node
}

// rules are in the order in which they are applied at each schema.
var rules = map[Dialect][]rule{
	Gemini:    geminiRules,
	Anthropic: {{"property names outside [A-Za-z0-9_.-]{1,64}", dropOddNames}},
	OpenAI:    {{"an array without items", giveItems}},
}

// Adapt returns an offered schema as the family takes it. Where the family cannot
// say something the result accepts more, or names the values in the description.
// The error says that the schema is no object.
func (d Dialect) Adapt(offered json.RawMessage) (json.RawMessage, error) {
	list := rules[d]
	if len(list) == 0 && json.Valid(offered) && bytes.HasPrefix(bytes.TrimSpace(offered), []byte("{")) {
		return offered, nil // as it stands, without the cost of parsing it
	}
	root, err := parse(offered)
	if err != nil {
		return nil, fmt.Errorf("the input schema is %w", err)
	}
	if root.kind != object {
		return nil, errors.New("the input schema is not an object")
	}
	return adapt(root, list).print(), nil
}

// adapt changes a schema and those in it.
func adapt(n *node, list []rule) *node {
	if n.kind != object {
		return n
	}
	for _, r := range list {
		n = r.change(n)
	}
	return mapSchemas(n, func(_ string, schema *node) *node { return adapt(schema, list) })
}
