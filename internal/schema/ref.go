package schema

import (
	"net/url"
	"strconv"
	"strings"
)

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// resolve finds what a reference of the schema's own document points to: "#" or a
// JSON pointer after it. It returns nil for what is not there, for names given by
// $anchor, and for every other document: nothing is ever fetched.
func resolve(root *node, ref string) *node {
	fragment, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil || pointer != "" && pointer[0] != '/' {
		return nil
	}
	n := root
	for _, step := range strings.Split(pointer, "/")[1:] {
		n = n.step(unescapePointer.Replace(step))
		if n == nil {
			return nil
		}
	}
	return n
}

func (n *node) step(name string) *node {
	if n.kind != array {
		return n.get(name)
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(n.items) {
		return nil
	}
	return n.items[i]
}
