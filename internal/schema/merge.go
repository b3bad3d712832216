package schema

import "slices"

// intersect returns a schema for what fits both a and b. Where they disagree in a
// way that one schema cannot say, a counts: what is offered may accept more than
// the stored schema, never less. whole is false where that would lose one of b's
// lists of alternatives or conditions.
func intersect(a, b *node) (merged *node, whole bool) {
	merged, whole = a, true
	for _, m := range b.members {
		mine := merged.get(m.name)
		if mine == nil {
			merged = merged.with(m.name, m.value)
			continue
		}
		if mine.equal(m.value) {
			continue
		}
		switch m.name {
		case "properties":
			merged = merged.with(m.name, joinProperties(mine, m.value))
		case "required":
			merged = merged.with(m.name, textsNode(union(names(mine), names(m.value))))
		case "type":
			merged = merged.with(m.name, commonType(mine, m.value))
		case "anyOf", "oneOf", "allOf", "not", "if", "then", "else":
			whole = false
		}
	}
	return merged, whole
}

func joinProperties(a, b *node) *node {
	for _, m := range b.members {
		value := m.value
		if mine := a.get(m.name); mine != nil {
			value, _ = intersect(mine, value)
		}
		a = a.with(m.name, value)
	}
	return a
}

// commonType returns the types that both lists name, or a where there is none.
func commonType(a, b *node) *node {
	theirs := names(b)
	common := slices.DeleteFunc(names(a), func(t string) bool { return !slices.Contains(theirs, t) })
	switch len(common) {
	case 0:
		return a
	case 1:
		return textNode(common[0])
	}
	return textsNode(common)
}

// names returns the texts of a list, as of required or type, or none.
func names(n *node) []string {
	all, _ := n.strings()
	return slices.Clone(all)
}

// union returns a and what only b has, each once, in order.
func union(a, b []string) []string {
	var all []string
	for _, s := range slices.Concat(a, b) {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// flatten makes one object of a schema whose alternatives stand at the top, where
// providers refuse them: all properties, and as required those that every
// alternative requires.
func flatten(n *node) *node {
	if list := n.get("allOf"); list != nil {
		n = n.with("allOf", nil)
		for _, branch := range list.items {
			n, _ = intersect(n, flatten(branch))
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list := n.get(keyword); list != nil {
			n = addAlternatives(n.with(keyword, nil), list.items)
		}
	}
	return n
}

func addAlternatives(n *node, alternatives []*node) *node {
	var branches []*node
	for _, a := range alternatives {
		if a = flatten(a); a.get("type") == nil || slices.Contains(names(a.get("type")), "object") {
			branches = append(branches, a)
		}
	}
	if len(branches) == 0 {
		return n
	}
	properties := n.get("properties")
	if properties == nil {
		properties = &node{kind: object}
	}
	required := names(branches[0].get("required"))
	for _, b := range branches {
		theirs := names(b.get("required"))
		required = slices.DeleteFunc(required, func(name string) bool { return !slices.Contains(theirs, name) })
		if declared := b.get("properties"); declared != nil {
			for _, m := range declared.members {
				if properties.get(m.name) == nil {
					properties = properties.with(m.name, anyOfThem(m.name, branches))
				}
			}
		}
	}
	n = n.with("properties", properties)
	return n.with("required", textsNode(union(names(n.get("required")), required)))
}

// anyOfThem returns the schema of a property that several alternatives declare,
// each in its own way.
func anyOfThem(name string, branches []*node) *node {
	list := &node{kind: array}
	for _, b := range branches {
		schema := b.get("properties").get(name)
		if schema != nil && !slices.ContainsFunc(list.items, schema.equal) {
			list.items = append(list.items, schema)
		}
	}
	if len(list.items) == 1 {
		return list.items[0]
	}
	return (&node{kind: object}).with("anyOf", list)
}

// tidy gives every object properties and lets required name only those.
func tidy(n *node) *node {
	if n.kind != object {
		return n
	}
	n = mapSchemas(n, func(_ string, schema *node) *node { return tidy(schema) })
	properties := n.get("properties")
	if properties == nil && slices.Contains(names(n.get("type")), "object") {
		properties = &node{kind: object}
		n = n.with("properties", properties)
	}
	required := slices.DeleteFunc(union(names(n.get("required")), nil), func(name string) bool { return properties.get(name) == nil })
	if len(required) == 0 {
		return n.with("required", nil)
	}
	return n.with("required", textsNode(required))
}
