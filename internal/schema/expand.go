package schema

import "slices"

// The bounds of inlining. A schema of n references can stand for one of 2^n
// nodes; what lies beyond a bound is offered as an open schema.
const (
	maxLevels   = 64      // of schemas in schemas, in the result
	maxRefDepth = 16      // of references in what references point to
	maxInlined  = 512_000 // bytes, of everything that references point to
)

// expander derives a schema without references, bookkeeping, closed objects and
// branches that nothing can satisfy.
type expander struct {
	root    *node
	active  []*node // what the references around the current schema point to
	inlined int     // bytes so far
}

// expand returns the expanded form of a schema, and nil for one that nothing can
// satisfy.
func (e *expander) expand(n *node, level int) *node {
	switch {
	case n.is("false"):
		return nil
	case n.kind != object || level > maxLevels:
		return &node{kind: object} // true, or no schema at all
	}
	if ref := n.get("$ref"); ref != nil && ref.kind == text {
		return e.inline(n, ref.value, level)
	}
	out := e.members(n, level)
	if out == nil {
		return nil
	}
	return unwrap(out)
}

// inline returns n with what its reference points to in place of the reference.
// Keywords beside it count as well, as in 2020-12.
func (e *expander) inline(n *node, ref string, level int) *node {
	beside := e.expand(n.with("$ref", nil), level)
	target := resolve(e.root, ref)
	if beside == nil || target == nil {
		return beside
	}
	full := stub(target)
	if e.mayInline(target) {
		e.inlined += target.size
		e.active = append(e.active, target)
		full = e.expand(target, level+1)
		e.active = e.active[:len(e.active)-1]
	}
	if full == nil {
		return nil
	}
	if merged, whole := intersect(beside, full); whole {
		return merged
	}
	all := &node{kind: array}
	if list := beside.get("allOf"); list != nil {
		all.items = append(all.items, list.items...)
	}
	all.items = append(all.items, full)
	return beside.with("allOf", all)
}

// mayInline reports whether target is no recursion and within the bounds.
func (e *expander) mayInline(target *node) bool {
	return target != e.root && !slices.Contains(e.active, target) &&
		len(e.active) < maxRefDepth && e.inlined+target.size <= maxInlined
}

// stub is what a reference leaves that is not followed: the type and description
// of what it points to.
func stub(target *node) *node {
	out := &node{kind: object}
	for _, name := range []string{"type", "description"} {
		if value := target.get(name); value != nil && shapes[name](value) {
			out = out.with(name, value)
		}
	}
	return out
}

// members expands the keywords of a schema.
func (e *expander) members(n *node, level int) *node {
	kept := &node{kind: object, size: n.size}
	for _, m := range n.members {
		fits := shapes[m.name]
		if !bookkeeping[m.name] && (fits == nil || fits(m.value)) && !e.closes(m, level) {
			kept.members = append(kept.members, m)
		}
	}
	if kept.get("if") == nil {
		kept = kept.with("then", nil).with("else", nil)
	}
	impossible := isOpen(kept.get("not"))
	out := mapSchemas(kept, func(keyword string, schema *node) *node {
		changed := schema // true stays true where it stands for a whole value
		if keywords[keyword] != inValue && keyword != "items" || !schema.is("true") {
			changed = e.expandOrList(schema, level+1)
		}
		impossible = impossible || changed == nil && keyword == "allOf"
		if changed == nil && (keyword == "prefixItems" || keyword == "items" && kept.get(keyword).kind == array) {
			return &node{kind: object} // the place of the others counts
		}
		return changed
	})
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list := out.get(keyword); list != nil && len(list.items) == 0 {
			impossible = true
		}
	}
	if impossible {
		return nil
	}
	return out
}

// expandOrList expands a schema. The lists of names that the old keyword
// dependencies also takes stay as they are.
func (e *expander) expandOrList(schema *node, level int) *node {
	if schema.kind == array {
		return schema
	}
	return e.expand(schema, level)
}

// closes reports whether a member goes because it shuts out what is not declared,
// or decides by a schema that cannot be offered as it stands: loosening what must
// not match would tighten the whole.
func (e *expander) closes(m member, level int) bool {
	if m.name == "additionalProperties" || m.name == "items" {
		return m.value.is("false")
	}
	if keywords[m.name] != inNegation || isOpen(m.value) {
		return false
	}
	expanded := e.expand(m.value, level+1)
	return expanded == nil || !expanded.equal(m.value)
}

// isOpen reports whether a schema, which may be missing, is there and accepts
// everything.
func isOpen(n *node) bool {
	return n.is("true") || n != nil && n.kind == object && len(n.members) == 0
}

// unwrap puts the only schema of an allOf, anyOf or oneOf in place of the list,
// and so on with what that brings.
func unwrap(n *node) *node {
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		list := n.get(keyword)
		if list == nil || len(list.items) != 1 {
			continue
		}
		if merged, whole := intersect(n.with(keyword, nil), list.items[0]); whole {
			return unwrap(merged)
		}
	}
	return n
}
