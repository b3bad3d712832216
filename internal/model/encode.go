package model

import (
	"bytes"
	"encoding/json"
)

// encode writes JSON without the escapes for HTML, which cost tokens and change
// what a provider has signed.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func quote(s string) []byte {
	quoted, _ := encode(s) // a string always encodes
	return quoted
}
