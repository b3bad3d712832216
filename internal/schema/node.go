package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// maxNesting bounds how deep a document may be nested, so that no hostile one
// exhausts the stack.
const maxNesting = 500

type kind int

const (
	other kind = iota // a number, true, false or null
	text
	array
	object
)

// node is a JSON value that remembers how it was written. Nodes are shared and
// never changed after parse; what differs is built anew.
type node struct {
	kind    kind
	raw     string // of text and other: exactly as written
	value   string // of text: what raw says
	items   []*node
	members []member // in written order, each name once
	size    int      // bytes of the source
}

type member struct {
	key   string // as written, with its quotes
	name  string
	value *node
}

// parse reads a JSON document. Of members with the same name the last counts, as
// everywhere in Go.
func parse(data json.RawMessage) (*node, error) {
	if !json.Valid(data) {
		return nil, errors.New("not JSON")
	}
	p := parser{data: data, decoder: json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	return p.next(0)
}

type parser struct {
	data    []byte
	decoder *json.Decoder
}

// token returns the next token with the text that it was written in.
func (p *parser) token() (json.Token, string, error) {
	from := p.decoder.InputOffset()
	t, err := p.decoder.Token()
	if err != nil {
		return nil, "", err
	}
	written := p.data[from:p.decoder.InputOffset()]
	return t, string(bytes.TrimLeft(written, " \t\r\n:,")), nil
}

func (p *parser) next(depth int) (*node, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("nested more than %d levels deep", maxNesting)
	}
	t, raw, err := p.token()
	if err != nil {
		return nil, err
	}
	from := int(p.decoder.InputOffset()) - len(raw)
	n := &node{kind: other, raw: raw}
	switch t := t.(type) {
	case string:
		n.kind, n.value = text, t
	case json.Delim:
		n = &node{kind: array}
		if t == '{' {
			n.kind = object
		}
		err = p.contents(n, depth)
	}
	n.size = int(p.decoder.InputOffset()) - from
	return n, err
}

// contents reads an array or object up to and including its end.
func (p *parser) contents(n *node, depth int) error {
	index := map[string]int{}
	for p.decoder.More() {
		var m member
		if n.kind == object {
			t, raw, err := p.token()
			if err != nil {
				return err
			}
			m.key, m.name = raw, t.(string)
		}
		value, err := p.next(depth + 1)
		if err != nil {
			return err
		}
		m.value = value
		at, repeated := index[m.name]
		switch {
		case n.kind == array:
			n.items = append(n.items, value)
		case repeated:
			n.members[at] = m
		default:
			index[m.name] = len(n.members)
			n.members = append(n.members, m)
		}
	}
	_, _, err := p.token()
	return err
}

// print writes n without white space.
func (n *node) print() json.RawMessage { return n.append(nil) }

func (n *node) append(out []byte) []byte {
	switch n.kind {
	case array:
		out = append(out, '[')
		for i, item := range n.items {
			if i > 0 {
				out = append(out, ',')
			}
			out = item.append(out)
		}
		return append(out, ']')
	case object:
		out = append(out, '{')
		for i, m := range n.members {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(out, m.key...), ':')
			out = m.value.append(out)
		}
		return append(out, '}')
	}
	return append(out, n.raw...)
}

// is reports whether n is one of the words true, false and null.
func (n *node) is(word string) bool { return n != nil && n.kind == other && n.raw == word }

// equal reports whether both are written alike, white space aside.
func (n *node) equal(o *node) bool { return bytes.Equal(n.print(), o.print()) }

// get returns a member's value, or nil. It is nil for whatever is no object.
func (n *node) get(name string) *node {
	if i := n.index(name); i >= 0 {
		return n.members[i].value
	}
	return nil
}

func (n *node) index(name string) int {
	if n == nil {
		return -1
	}
	return slices.IndexFunc(n.members, func(m member) bool { return m.name == name })
}

// with returns a copy of n in which the member has the value, in its old place or
// at the end. The value nil takes the member out.
func (n *node) with(name string, value *node) *node {
	i := n.index(name)
	if value == nil && i < 0 {
		return n
	}
	c := &node{kind: object, members: slices.Clone(n.members), size: n.size}
	switch {
	case value == nil:
		c.members = slices.Delete(c.members, i, i+1)
	case i < 0:
		c.members = append(c.members, member{key: quote(name), name: name, value: value})
	default:
		c.members[i].value = value
	}
	return c
}

// strings returns the texts of an array that holds nothing else, or else of a
// single text, and whether n is one of the two.
func (n *node) strings() ([]string, bool) {
	if n == nil || n.kind != array && n.kind != text {
		return nil, false
	}
	if n.kind == text {
		return []string{n.value}, true
	}
	all := make([]string, 0, len(n.items))
	for _, item := range n.items {
		if item.kind != text {
			return nil, false
		}
		all = append(all, item.value)
	}
	return all, true
}

func textNode(s string) *node { return &node{kind: text, raw: quote(s), value: s} }

func textsNode(all []string) *node {
	n := &node{kind: array}
	for _, s := range all {
		n.items = append(n.items, textNode(s))
	}
	return n
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes, and a buffer always takes it
	return string(bytes.TrimSpace(b.Bytes()))
}
