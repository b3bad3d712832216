package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Offered returns the form of a stored schema that a model is offered. It accepts
// what the stored one accepts, and it is portable: the rules are those of the
// specification and of decisions.md, "Schemas offered to a model". Two exceptions: where
// alternatives at the top become one object, a property keeps the schema that some
// of them give it; and of a oneOf below the top, two branches may fit once both are
// looser. The offered form guides a model; arguments are checked against the
// stored one. Offered of an offered schema is the same schema.
//
// The error says why the schema is none of an object, or is not JSON; such a tool
// is left out, since one bad schema makes a provider refuse the whole request.
func Offered(stored json.RawMessage) (json.RawMessage, error) {
	root, err := parse(stored)
	if err != nil {
		return nil, fmt.Errorf("the input schema is %w", err)
	}
	if root.kind != object {
		return nil, errors.New("the input schema is not an object")
	}
	e := expander{root: root}
	n := e.expand(root, 0)
	if n == nil {
		return nil, errors.New("the input schema accepts nothing")
	}
	if n, err = ofObject(flatten(n)); err != nil {
		return nil, err
	}
	n = annotate(tidy(n), false, nil)
	return n.print(), nil
}

// ofObject returns n saying that it is an object, or an error where it is not.
func ofObject(n *node) (*node, error) {
	declared := n.get("type")
	if declared == nil {
		first := member{key: quote("type"), name: "type", value: textNode("object")}
		return &node{kind: object, members: slices.Concat([]member{first}, n.members)}, nil
	}
	if !slices.Contains(names(declared), "object") {
		return nil, fmt.Errorf("the input schema is of the type %s; arguments are an object", declared.print())
	}
	return n.with("type", textNode("object")), nil
}

// omitLine tells a model that it need not make up a value. Models fill in every
// string that they see.
const omitLine = "Omit when unused."

var saysToOmit = regexp.MustCompile(`(?i)\b(omit|omits|omitted|omitting)\b|\b(leave|leaving|left)\b.{0,40}?\bout\b`)

// annotate drops format wherever a value may be missing or null, and adds the
// omit line to optional strings. loose says that the property which n belongs to
// may be missing or null: the items and the alternatives of a property share its
// fate. required names the properties that the schemas around n require of the
// same object.
func annotate(n *node, loose bool, required []string) *node {
	if n.kind != object {
		return n
	}
	if loose = loose || nullable(n); loose {
		n = n.with("format", nil)
	}
	required = union(required, requiredBy(n))
	n = mapSchemas(n, func(keyword string, schema *node) *node {
		switch keyword {
		case "properties":
			return schema // by name, below
		case "patternProperties", "additionalProperties", "unevaluatedProperties":
			return annotate(schema, true, nil)
		case "anyOf", "oneOf", "allOf", "then", "else", "dependentSchemas", "dependencies":
			return annotate(schema, loose, required)
		}
		return annotate(schema, loose, nil)
	})
	properties := n.get("properties")
	if properties == nil {
		return n
	}
	out := &node{kind: object}
	for _, m := range properties.members {
		optional := !slices.Contains(required, m.name)
		m.value = annotate(m.value, optional, nil)
		if optional && isString(m.value) {
			m.value = addOmitLine(m.value)
		}
		out.members = append(out.members, m)
	}
	return n.with("properties", out)
}

// requiredBy returns the names that n requires itself or through allOf.
func requiredBy(n *node) []string {
	required := names(n.get("required"))
	if list := n.get("allOf"); list != nil {
		for _, branch := range list.items {
			required = union(required, requiredBy(branch))
		}
	}
	return required
}

// nullable reports whether a schema says that null will do: by its type, by the
// nullable of OpenAPI, among its values, or in an alternative.
func nullable(n *node) bool {
	if slices.Contains(names(n.get("type")), "null") || n.get("nullable").is("true") || n.get("const").is("null") {
		return true
	}
	if values := n.get("enum"); values != nil && slices.ContainsFunc(values.items, isNull) {
		return true
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if list := n.get(keyword); list != nil && slices.ContainsFunc(list.items, nullable) {
			return true
		}
	}
	return false
}

func isNull(n *node) bool { return n.is("null") }

// isString reports whether a schema takes text, and beside it at most null.
func isString(n *node) bool {
	if declared := n.get("type"); declared != nil {
		types := names(declared)
		return slices.Contains(types, "string") && !slices.ContainsFunc(types, isNoText)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list := n.get(keyword); list != nil {
			return slices.ContainsFunc(list.items, isString) && !slices.ContainsFunc(list.items, func(branch *node) bool {
				return !isString(branch) && !slices.Equal(names(branch.get("type")), []string{"null"})
			})
		}
	}
	return false
}

func isNoText(typeName string) bool { return typeName != "string" && typeName != "null" }

func addOmitLine(n *node) *node {
	description := n.get("description")
	switch {
	case description == nil || description.value == "":
		return n.with("description", textNode(omitLine))
	case saysToOmit.MatchString(description.value):
		return n
	}
	return n.with("description", textNode(description.value+"\n"+omitLine))
}
