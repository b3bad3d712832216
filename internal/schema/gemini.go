package schema

import "slices"

// geminiRules make a schema of Google's own kind, which is that of OpenAPI 3.0 cut
// down, out of JSON Schema. The list of what is refused is from reports of its
// messages; what is known is in Google's page "Function calling with the Gemini
// API", Schema.
var geminiRules = []rule{
	{"const", constToEnum},
	{"oneOf and allOf", onlyAnyOf},
	{"null among the alternatives", nullBranch},
	{"a list of types", oneType},
	{"enum of other than texts", textEnum},
	{"a list of schemas as items, and prefixItems", oneItems},
	{"a schema without a type", someType},
	{"keywords that it does not know", onlyKnown},
	{"formats that it does not know", onlyKnownFormat},
	{"properties and required on other than objects", objectsOnly},
	{"required names without a property", declaredOnly},
	{"anything beside anyOf", anyOfAlone},
}

// known are the members of Google's Schema that older versions take as well.
var known = map[string]bool{
	"type": true, "format": true, "description": true, "nullable": true, "enum": true, "anyOf": true,
	"items": true, "minItems": true, "maxItems": true, "properties": true, "required": true,
	"minLength": true, "maxLength": true, "pattern": true, "minimum": true, "maximum": true,
}

func onlyKnown(n *node) *node {
	out := &node{kind: object}
	for _, m := range n.members {
		if known[m.name] {
			out.members = append(out.members, m)
		}
	}
	return out
}

var knownFormats = map[string][]string{
	"string": {"enum", "date-time"}, "number": {"float", "double"}, "integer": {"int32", "int64"},
}

func onlyKnownFormat(n *node) *node {
	format := n.get("format")
	if format == nil {
		return n
	}
	types := names(n.get("type"))
	fits := len(types) == 1 && slices.Contains(knownFormats[types[0]], format.value)
	if !fits || format.value == "enum" && n.get("enum") == nil {
		return n.with("format", nil)
	}
	return n
}

func objectsOnly(n *node) *node {
	if slices.Contains(names(n.get("type")), "object") {
		return n
	}
	return n.with("properties", nil).with("required", nil)
}

func declaredOnly(n *node) *node {
	properties := n.get("properties")
	required := slices.DeleteFunc(names(n.get("required")), func(name string) bool { return properties.get(name) == nil })
	if len(required) == 0 {
		return n.with("required", nil)
	}
	return n.with("required", textsNode(required))
}
