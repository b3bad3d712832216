package schema

import (
	"regexp"
	"slices"
)

var anthropicName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// dropOddNames leaves out optional properties that Anthropic would refuse to know.
// A required one stays: without it the tool is of no use, and the refusal will say
// why it was left out.
func dropOddNames(n *node) *node {
	properties := n.get("properties")
	if properties == nil {
		return n
	}
	required := names(n.get("required"))
	kept := &node{kind: object}
	for _, m := range properties.members {
		if anthropicName.MatchString(m.name) || slices.Contains(required, m.name) {
			kept.members = append(kept.members, m)
		}
	}
	return n.with("properties", kept)
}

// giveItems says of an array that it holds anything. OpenAI asks for the keyword.
func giveItems(n *node) *node {
	if slices.Contains(names(n.get("type")), "array") && n.get("items") == nil {
		return n.with("items", &node{kind: object})
	}
	return n
}
