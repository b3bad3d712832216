package schema

import "slices"

// oneItems makes one schema of those of a tuple, and gives one to an array that has
// none.
func oneItems(n *node) *node {
	if !slices.Contains(names(n.get("type")), "array") && n.get("items") == nil && n.get("prefixItems") == nil {
		return n
	}
	items := n.get("items")
	list := n.get("prefixItems")
	if items != nil && items.kind == array {
		list, items = items, nil
	}
	switch {
	case items != nil && items.kind == object:
		return n
	case list == nil || len(list.items) == 0:
		return n.with("items", anything())
	}
	return n.with("items", oneOf(list.items))
}

// oneOf returns a schema for what fits any of the schemas.
func oneOf(schemas []*node) *node {
	var different []*node
	for _, s := range schemas {
		if !slices.ContainsFunc(different, s.equal) {
			different = append(different, s)
		}
	}
	if len(different) == 1 {
		return different[0]
	}
	return (&node{kind: object}).with("anyOf", &node{kind: array, items: different})
}
