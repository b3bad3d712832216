package schema

import "slices"

// onlyAnyOf writes oneOf as anyOf, which accepts no less, and merges allOf.
func onlyAnyOf(n *node) *node {
	if list := n.get("oneOf"); list != nil {
		n = n.with("oneOf", nil)
		if n.get("anyOf") == nil {
			n = n.with("anyOf", list)
		}
	}
	if list := n.get("allOf"); list != nil {
		n = n.with("allOf", nil)
		for _, branch := range list.items {
			n, _ = intersect(n, branch)
		}
	}
	return n
}

// nullBranch turns an alternative that is null into nullable.
func nullBranch(n *node) *node {
	list := n.get("anyOf")
	if list == nil {
		return n
	}
	kept := &node{kind: array}
	for _, branch := range list.items {
		if !slices.Equal(names(branch.get("type")), []string{"null"}) && !branch.get("const").is("null") {
			kept.items = append(kept.items, branch)
		}
	}
	if len(kept.items) < len(list.items) {
		n = n.with("nullable", trueNode)
	}
	switch len(kept.items) {
	case 0:
		return n.with("anyOf", nil)
	case 1:
		n, _ = intersect(n.with("anyOf", nil), kept.items[0])
		return n
	}
	return n.with("anyOf", kept)
}

var trueNode = &node{kind: other, raw: "true"}

// anyOfAlone moves the description to the alternatives that have none, and leaves
// out what else stands beside them.
func anyOfAlone(n *node) *node {
	list := n.get("anyOf")
	if list == nil || len(n.members) == 1 {
		return n
	}
	return (&node{kind: object}).with("anyOf", mapItems(list, func(branch *node) *node {
		if d := n.get("description"); d != nil && branch.get("description") == nil {
			branch = branch.with("description", d)
		}
		if n.get("nullable").is("true") {
			branch = branch.with("nullable", trueNode)
		}
		return branch
	}))
}
