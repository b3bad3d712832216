package toolargs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The types that a Property may have, beside those of JSON Schema: "string",
// "number", "integer", "boolean", "array" and "object".
const (
	Union = "union" // one of several, which Types lists
	Any   = "any"   // whatever JSON can say
)

// Property is one argument of a tool, as a person is asked for it.
type Property struct {
	Name        string
	Type        string   // see Union
	Types       []string // all types that the schema names, null left out; more than one for a Union
	Nullable    bool     // null will do as well
	Description string
	Required    bool
	Enum        []json.RawMessage // the only values that will do; nil where there is no such list
	Default     json.RawMessage   // what the tool takes when the argument is left out; nil where it does not say
}

// schema is as much of a JSON Schema as a form needs. A keyword of the wrong
// shape counts as missing.
type schema map[string]json.RawMessage

func (s schema) read(keyword string, into any) {
	if raw, ok := s[keyword]; ok {
		_ = json.Unmarshal(raw, into) // into stays as it is
	}
}

// Properties returns the arguments that an input schema declares, in written
// order. It is meant for the form of a schema that a model is offered, where no
// alternatives stand at the top; of others it sees only what is declared outside
// them. Local references are followed. The error says that schema is no JSON
// object.
func Properties(inputSchema json.RawMessage) ([]Property, error) {
	var root schema
	if err := json.Unmarshal(inputSchema, &root); err != nil || root == nil {
		return nil, fmt.Errorf("the input schema is not a JSON object")
	}
	top := follow(inputSchema, inputSchema)
	var required []string
	top.read("required", &required)

	var properties []Property
	for _, m := range members(top["properties"]) {
		p := property(follow(inputSchema, m.value), inputSchema)
		p.Name, p.Required = m.name, slices.Contains(required, m.name)
		properties = append(properties, p)
	}
	return properties, nil
}

func property(s schema, root json.RawMessage) Property {
	p := Property{}
	s.read("description", &p.Description)
	s.read("enum", &p.Enum)
	s.read("nullable", &p.Nullable)
	p.Default = s["default"]
	if constant, ok := s["const"]; ok {
		p.Enum = []json.RawMessage{constant}
	}
	for _, t := range types(s, root) {
		switch {
		case t == "null":
			p.Nullable = true
		case !slices.Contains(p.Types, t):
			p.Types = append(p.Types, t)
		}
	}
	switch len(p.Types) {
	case 0:
		p.Type = Any
	case 1:
		p.Type = p.Types[0]
	default:
		p.Type = Union
	}
	return p
}

// types returns the types that a schema names, itself or in its alternatives. It
// returns none where one alternative names none: then anything goes.
func types(s schema, root json.RawMessage) []string {
	var one string
	var all []string
	s.read("type", &one)
	s.read("type", &all)
	if one != "" {
		return []string{one}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		var alternatives []json.RawMessage
		s.read(keyword, &alternatives)
		for _, alternative := range alternatives {
			var plain []string
			branch := follow(root, alternative)
			branch.read("type", &plain)
			if plain == nil {
				var single string
				if branch.read("type", &single); single == "" {
					return nil
				}
				plain = []string{single}
			}
			all = append(all, plain...)
		}
	}
	return all
}

// maxRefs bounds a chain of references.
const maxRefs = 8

// follow reads a schema with its local references resolved; what stands beside a
// reference counts before what it points to.
func follow(root, raw json.RawMessage) schema {
	found := schema{}
	for range maxRefs {
		var next schema
		if json.Unmarshal(raw, &next) != nil {
			break
		}
		for keyword, value := range next {
			if _, mine := found[keyword]; !mine {
				found[keyword] = value
			}
		}
		var ref string
		next.read("$ref", &ref)
		if raw = resolve(root, ref); raw == nil {
			break
		}
	}
	return found
}

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// resolve returns what a reference like "#/$defs/Name" points to, or nil.
func resolve(root json.RawMessage, ref string) json.RawMessage {
	pointer, local := strings.CutPrefix(ref, "#/")
	if !local {
		return nil
	}
	for _, step := range strings.Split(pointer, "/") {
		var object map[string]json.RawMessage
		if json.Unmarshal(root, &object) != nil {
			return nil
		}
		root = object[unescapePointer.Replace(step)]
	}
	return root
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of a JSON object in written order, each name once.
func members(object json.RawMessage) []member {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	var all []member
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil
		}
		m := member{name: name.(string)}
		if decoder.Decode(&m.value) != nil {
			return nil
		}
		if i := slices.IndexFunc(all, func(other member) bool { return other.name == m.name }); i >= 0 {
			all[i] = m
			continue
		}
		all = append(all, m)
	}
	return all
}
