package print

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// fieldsOf lists the JSON names of a struct's fields in written order, those of
// embedded structs in their place.
func fieldsOf(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldsOf(f.Type)...)
		case name != "" && name != "-":
			names = append(names, name)
		}
	}
	return names
}

// writeJSON writes v in the form that --json and --jq asked for.
func (p *Printer) writeJSON(v any) error {
	data, err := p.Format.pick(v)
	if err != nil {
		return err
	}
	if p.Format.query != nil {
		return p.runQuery(data)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return err
	}
	return writeVisible(p.Out, append(b.Bytes(), '\n'))
}

// pick encodes v with only the chosen fields, in the order they were named. A
// field that an item leaves out is null, so that every item has the same ones.
func (f *Format) pick(v any) ([]byte, error) {
	data, err := encode(v)
	if err != nil || len(f.fields) == 0 {
		return data, err
	}
	if reflect.TypeOf(v).Kind() != reflect.Slice {
		return f.pickOne(data)
	}
	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	for i, item := range items {
		if items[i], err = f.pickOne(item); err != nil {
			return nil, err
		}
	}
	return encode(items)
}

// pickOne keeps the chosen fields of one object.
func (f *Format) pickOne(object []byte) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(object, &all); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for i, name := range slices.Compact(slices.Clone(f.fields)) {
		if i > 0 {
			b.WriteByte(',')
		}
		value := all[name]
		if value == nil {
			value = json.RawMessage("null")
		}
		fmt.Fprintf(&b, "%q:%s", name, value)
	}
	return fmt.Appendf(nil, "{%s}", b.Bytes()), nil
}

// encode is json.Marshal that leaves <, > and & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// writeVisible writes JSON with the characters that a terminal would obey, and
// that JSON allows unescaped, written as \u escapes. It says the same to a
// program.
func writeVisible(w io.Writer, data []byte) error {
	var b bytes.Buffer
	for _, r := range string(data) {
		if hostile(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	_, err := w.Write(b.Bytes())
	return err
}
