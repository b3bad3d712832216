package model

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// reasoning puts the list reasoning_details together from its pieces: what of one
// text or summary comes in a row becomes one element, as the provider will want it
// back. An element that was not cut in pieces stays as it came, byte for byte.
type reasoning struct {
	details []*detail
}

type detail struct {
	raw    json.RawMessage            // as it came, while there is one piece
	fields map[string]json.RawMessage // of all pieces
	grown  strings.Builder            // the text or summary so far
	kind   string
	index  string
}

// grows names the member of each kind of element that arrives in pieces.
var grows = map[string]string{"reasoning.text": "text", "reasoning.summary": "summary"}

// add takes a piece, and returns the text in it.
func (r *reasoning) add(raw json.RawMessage) string {
	d := &detail{raw: append(json.RawMessage(nil), raw...)}
	if json.Unmarshal(raw, &d.fields) != nil {
		return "" // no object; what it is, nobody could send back
	}
	_ = json.Unmarshal(d.fields["type"], &d.kind) // without a kind it stays alone
	d.index = string(d.fields["index"])
	var text string
	if member, ok := grows[d.kind]; ok {
		_ = json.Unmarshal(d.fields[member], &text) // null in the piece with the signature
		d.grown.WriteString(text)
	}
	if n := len(r.details); n > 0 && grows[d.kind] != "" && r.details[n-1].joins(d) {
		r.details[n-1].join(d, text)
		return text
	}
	r.details = append(r.details, d)
	return text
}

func (d *detail) joins(next *detail) bool { return d.kind == next.kind && d.index == next.index }

func (d *detail) join(next *detail, text string) {
	d.raw = nil
	d.grown.WriteString(text)
	for name, value := range next.fields {
		if string(value) != "null" {
			d.fields[name] = value
		}
	}
}

// list returns the elements, or nil where there are none.
func (r *reasoning) list() (json.RawMessage, error) {
	if len(r.details) == 0 {
		return nil, nil
	}
	all := make([][]byte, len(r.details))
	for i, d := range r.details {
		if all[i] = d.raw; d.raw != nil {
			continue
		}
		d.fields[grows[d.kind]] = quote(d.grown.String())
		joined, err := encode(d.fields)
		if err != nil {
			return nil, err
		}
		all[i] = joined
	}
	return slices.Concat([]byte("["), bytes.Join(all, []byte(",")), []byte("]")), nil
}
