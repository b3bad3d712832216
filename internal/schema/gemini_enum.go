package schema

import (
	"slices"
	"strings"
)

// constToEnum writes the one value that will do as a list of one.
func constToEnum(n *node) *node {
	value := n.get("const")
	if value == nil {
		return n
	}
	return n.with("const", nil).with("enum", &node{kind: array, items: []*node{value}})
}

// textEnum keeps an enum of texts alone. Other values, which the type still allows,
// are named in the description: written as texts they would be given as texts, and
// refused by the tool.
func textEnum(n *node) *node {
	list := n.get("enum")
	if list == nil {
		return n
	}
	texts, all := &node{kind: array}, []string{}
	for _, value := range list.items {
		switch {
		case isNull(value):
			n = n.with("nullable", trueNode)
			continue
		case value.kind == text && value.value != "":
			texts.items = append(texts.items, value)
		}
		all = append(all, string(value.print()))
	}
	types := names(n.get("type"))
	if len(texts.items) == len(all) && len(all) > 0 && (len(types) == 0 || slices.Contains(types, "string")) {
		return n.with("enum", texts).with("type", textNode("string"))
	}
	n = n.with("enum", nil)
	if len(all) == 0 {
		return n
	}
	if n.get("type") == nil {
		n = typeOfValues(n, list.items)
	}
	return describe(n, "One of: "+strings.Join(all, ", "))
}

// typeOfValues gives n the type of the values, where they have one.
func typeOfValues(n *node, values []*node) *node {
	var types []string
	for _, v := range values {
		if t := typeOf(v); t != "null" && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	if len(types) == 1 {
		return n.with("type", textNode(types[0]))
	}
	return n
}

func typeOf(n *node) string {
	switch {
	case n.kind == text:
		return "string"
	case n.kind == array:
		return "array"
	case n.kind == object:
		return "object"
	case n.is("true"), n.is("false"):
		return "boolean"
	case n.is("null"):
		return "null"
	}
	return "number"
}

// describe adds a line to the description.
func describe(n *node, line string) *node {
	if d := n.get("description"); d != nil && d.kind == text && d.value != "" {
		line = d.value + "\n" + line
	}
	return n.with("description", textNode(line))
}
