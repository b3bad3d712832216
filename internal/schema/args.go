package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/guildsbox/guilds/internal/guild"
)

// DropEmpty returns the arguments without what a model adds where it should leave
// a key out: at any depth, an empty string where the schema declares the property
// and does not require it, and a null where in addition the declared type excludes
// null. Everything else stays as it is written, array items among it. Arguments
// that are missing or null become {}; others that are no object are an error of
// the code guild.CodeInvalid.
//
// Local references and allOf are followed. Of anyOf, oneOf, if and the schemas of
// dependencies it is not known which one applies, so they are followed only where
// that does no harm: a property that any of them requires counts as required, and
// a null is dropped only where everything that declares the property excludes it.
func DropEmpty(schema, args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 {
		return json.RawMessage("{}"), nil
	}
	n, err := parse(args)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the arguments are %w", err)
	}
	if n.is("null") {
		return json.RawMessage("{}"), nil
	}
	if n.kind != object {
		return nil, guild.Errorf(guild.CodeInvalid, "the arguments are not a JSON object")
	}
	if !bytes.Contains(args, []byte(`""`)) && !bytes.Contains(args, []byte("null")) {
		return n.print(), nil // nothing to drop, whatever the schema, which is longer, says
	}
	root, err := parse(schema)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the tool's input schema is %w", err)
	}
	return dropper{root}.value(n, []*node{root}).print(), nil
}

type dropper struct{ root *node }

// maxApplied bounds how many schemas are looked at for one value. Where more apply
// nothing is dropped.
const maxApplied = 256

// value returns what stays of a value to which the given schemas apply.
func (d dropper) value(n *node, schemas []*node) *node {
	applied := d.applied(schemas)
	if len(applied) > maxApplied {
		return n
	}
	switch n.kind {
	case array:
		out := &node{kind: array}
		for i, item := range n.items {
			out.items = append(out.items, d.value(item, itemSchemas(applied, i)))
		}
		return out
	case object:
		return d.object(n, applied)
	}
	return n
}

func (d dropper) object(n *node, applied []*node) *node {
	required := map[string]bool{}
	for _, schema := range applied {
		for _, name := range requiredAnyhow(schema) {
			required[name] = true
		}
	}
	out := &node{kind: object}
	for _, m := range n.members {
		declared, below := propertySchemas(applied, m.name)
		if len(declared) > 0 && !required[m.name] && d.empty(m.value, declared) {
			continue
		}
		m.value = d.value(m.value, below)
		out.members = append(out.members, m)
	}
	return out
}

func (d dropper) empty(value *node, declared []*node) bool {
	switch {
	case value.kind == text:
		return value.value == ""
	case value.is("null"):
		return !slices.ContainsFunc(declared, func(schema *node) bool { return !d.excludesNull(schema, 0) })
	}
	return false
}

// applied returns the schemas and all that they refer to for the same value, each
// once.
func (d dropper) applied(schemas []*node) []*node {
	all := slices.Clone(schemas)
	add := func(n *node) {
		if n != nil && n.kind == object && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	for i := 0; i < len(all) && len(all) <= maxApplied; i++ {
		if ref := all[i].get("$ref"); ref != nil {
			add(resolve(d.root, ref.value))
		}
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			if list := all[i].get(keyword); list != nil {
				for _, branch := range list.items {
					add(branch)
				}
			}
		}
		for _, keyword := range []string{"then", "else"} {
			add(all[i].get(keyword))
		}
		for _, keyword := range []string{"dependentSchemas", "dependencies"} {
			if dependent := all[i].get(keyword); dependent != nil {
				for _, m := range dependent.members {
					add(m.value)
				}
			}
		}
	}
	return all
}

// requiredAnyhow returns the names that a schema requires, always or beside
// another property.
func requiredAnyhow(schema *node) []string {
	required := names(schema.get("required"))
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		if dependent := schema.get(keyword); dependent != nil {
			for _, m := range dependent.members {
				required = append(required, names(m.value)...)
			}
		}
	}
	return required
}

// propertySchemas returns the schemas that declare a property by its name, and
// those that apply to its value, which schemas for undeclared ones also do.
func propertySchemas(applied []*node, name string) (declared, below []*node) {
	for _, schema := range applied {
		if property := schema.get("properties").get(name); property != nil {
			declared = append(declared, property)
		} else if rest := schema.get("additionalProperties"); rest != nil {
			below = append(below, rest)
		}
	}
	return declared, append(below, declared...)
}

// itemSchemas returns the schemas that apply to an array's item.
func itemSchemas(applied []*node, i int) []*node {
	var all []*node
	for _, schema := range applied {
		items, first := schema.get("items"), schema.get("prefixItems")
		if items != nil && items.kind == array {
			items, first = schema.get("additionalItems"), items // as before 2020-12
		}
		if first != nil && i < len(first.items) {
			items = first.items[i]
		}
		if items != nil {
			all = append(all, items)
		}
	}
	return all
}

// excludesNull reports whether a schema declares a type, itself or through what it
// refers to, and null is none of it.
func (d dropper) excludesNull(schema *node, depth int) bool {
	if depth > maxRefDepth || schema.get("nullable").is("true") {
		return false
	}
	if declared := schema.get("type"); declared != nil && isType(declared) {
		return !slices.Contains(names(declared), "null")
	}
	excludes := func(n *node) bool { return d.excludesNull(n, depth+1) }
	if ref := schema.get("$ref"); ref != nil {
		if target := resolve(d.root, ref.value); target != nil && excludes(target) {
			return true
		}
	}
	if list := schema.get("allOf"); list != nil && slices.ContainsFunc(list.items, excludes) {
		return true
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list := schema.get(keyword); list != nil && len(list.items) > 0 {
			return !slices.ContainsFunc(list.items, func(n *node) bool { return !excludes(n) })
		}
	}
	return false
}
