package schema

// place says where in a keyword's value schemas stand. Everything that walks a
// schema goes by it, so that data (a default, an enum) and properties that are
// merely named like a keyword are never taken for schemas.
type place int

const (
	inData     place = iota // nowhere: the value is data, or a word of the schema
	inValue                 // the value is a schema
	inItems                 // the value is a schema or a list of them
	inList                  // the value is a list of schemas
	inMembers               // the value is an object whose members are schemas
	inNegation              // the value is a schema that decides by not matching, too
)

// keywords lists where JSON Schema, from draft 4 to 2020-12, has schemas.
var keywords = map[string]place{
	"properties": inMembers, "patternProperties": inMembers, "dependentSchemas": inMembers, "dependencies": inMembers,
	"anyOf": inList, "oneOf": inList, "allOf": inList, "prefixItems": inList,
	"items":                inItems,
	"additionalProperties": inValue, "additionalItems": inValue, "contains": inValue, "propertyNames": inValue,
	"unevaluatedItems": inValue, "unevaluatedProperties": inValue, "contentSchema": inValue,
	"then": inValue, "else": inValue,
	"not": inNegation, "if": inNegation,
}

// bookkeeping lists the keywords that mean nothing once local references are
// inlined. $defs is among them for the same reason.
var bookkeeping = map[string]bool{
	"$schema": true, "$id": true, "$anchor": true, "$dynamicAnchor": true, "$recursiveAnchor": true,
	"$ref": true, "$dynamicRef": true, "$recursiveRef": true, "$vocabulary": true, "$comment": true,
	"$defs": true, "definitions": true,
}

// shapes says which value a keyword may have. A keyword with another one is
// dropped from what is offered: it means nothing, and providers refuse it.
var shapes = map[string]func(*node) bool{
	"type":        isType,
	"properties":  isObject,
	"required":    isStrings,
	"description": isText,
	"title":       isText,
	"format":      isText,
	"pattern":     isText,
	"enum":        isFilledArray,
	"anyOf":       isFilledArray,
	"oneOf":       isFilledArray,
	"allOf":       isFilledArray,
}

func isObject(n *node) bool      { return n.kind == object }
func isText(n *node) bool        { return n.kind == text }
func isFilledArray(n *node) bool { return n.kind == array && len(n.items) > 0 }
func isStrings(n *node) bool     { _, ok := n.strings(); return ok && n.kind == array }

var typeNames = map[string]bool{
	"string": true, "number": true, "integer": true, "boolean": true, "array": true, "object": true, "null": true,
}

func isType(n *node) bool {
	names, ok := n.strings()
	for _, name := range names {
		ok = ok && typeNames[name]
	}
	return ok && len(names) > 0
}

// mapSchemas returns n with each schema directly below it replaced by what change
// makes of it, or left out where that is nil. The schemas of not and if stay.
func mapSchemas(n *node, change func(keyword string, schema *node) *node) *node {
	out := &node{kind: object, size: n.size}
	for _, m := range n.members {
		value := m.value
		one := func(schema *node) *node { return change(m.name, schema) }
		switch at := keywords[m.name]; {
		case at == inValue, at == inItems && value.kind != array:
			value = one(value)
		case (at == inList || at == inItems) && value.kind == array:
			value = mapItems(value, one)
		case at == inMembers && value.kind == object:
			value = mapMembers(value, one)
		}
		if value != nil {
			out.members = append(out.members, member{key: m.key, name: m.name, value: value})
		}
	}
	return out
}

func mapItems(n *node, change func(*node) *node) *node {
	out := &node{kind: array}
	for _, item := range n.items {
		if changed := change(item); changed != nil {
			out.items = append(out.items, changed)
		}
	}
	return out
}

func mapMembers(n *node, change func(*node) *node) *node {
	out := &node{kind: object}
	for _, m := range n.members {
		if changed := change(m.value); changed != nil {
			out.members = append(out.members, member{key: m.key, name: m.name, value: changed})
		}
	}
	return out
}
