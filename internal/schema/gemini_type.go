package schema

import "slices"

// oneType writes ["T","null"] as T that is nullable, and several types as
// alternatives.
func oneType(n *node) *node {
	types := names(n.get("type"))
	if slices.Contains(types, "null") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "null" })
		n = n.with("nullable", trueNode)
	}
	switch len(types) {
	case 0:
		return n.with("type", nil)
	case 1:
		return n.with("type", textNode(types[0]))
	}
	branches := &node{kind: array}
	for _, t := range types {
		branches.items = append(branches.items, ofType(n, t))
	}
	return (&node{kind: object}).with("description", n.get("description")).with("nullable", n.get("nullable")).with("anyOf", branches)
}

// speaksOf says which keywords speak of which types only.
var speaksOf = map[string][]string{
	"properties": {"object"}, "required": {"object"},
	"items": {"array"}, "minItems": {"array"}, "maxItems": {"array"},
	"enum": {"string"}, "format": {"string"}, "pattern": {"string"}, "minLength": {"string"}, "maxLength": {"string"},
	"minimum": {"number", "integer"}, "maximum": {"number", "integer"},
}

// ofType is what n says of values of one type.
func ofType(n *node, typeName string) *node {
	out := &node{kind: object, members: []member{{key: quote("type"), name: "type", value: textNode(typeName)}}}
	for _, m := range n.members {
		if slices.Contains(speaksOf[m.name], typeName) {
			out = out.with(m.name, m.value)
		}
	}
	return out
}

// someType gives a type to a schema that has none and no alternatives.
func someType(n *node) *node {
	if n.get("type") != nil || n.get("anyOf") != nil {
		return n
	}
	for _, hint := range []struct{ keyword, typeName string }{{"properties", "object"}, {"items", "array"}, {"enum", "string"}, {"pattern", "string"}} {
		if n.get(hint.keyword) != nil {
			return n.with("type", textNode(hint.typeName))
		}
	}
	return n.with("anyOf", anything().get("anyOf"))
}

// anything is the nearest to a schema that accepts everything.
func anything() *node {
	branches := &node{kind: array}
	for _, t := range []string{"string", "number", "boolean"} {
		branches.items = append(branches.items, (&node{kind: object}).with("type", textNode(t)))
	}
	return (&node{kind: object}).with("anyOf", branches)
}
