package rest

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Words reads the usual forms of a refusal: the message of an error object, or of
// the answer itself, under the names that vendors give it, or a line of plain text.
// What it cannot read, such as the page of a proxy, says nothing.
func Words(a Answer) Refusal {
	var body any
	decoder := json.NewDecoder(bytes.NewReader(a.Body))
	decoder.UseNumber()
	if decoder.Decode(&body) != nil {
		if plain := bytes.TrimSpace(a.Body); utf8.Valid(plain) && !bytes.HasPrefix(plain, []byte("<")) {
			return Refusal{Message: string(plain)}
		}
		return Refusal{}
	}
	return wordsOf(body)
}

// The names of the fields that hold a message, and a vendor's code, in the order in
// which they are believed.
var (
	messages = []string{"message", "error_message", "detail", "details", "error_description", "msg", "error", "errors", "status", "title"}
	codes    = []string{"code", "error_code", "type", "error"}
)

// wordsOf reads a refusal from decoded JSON. An object or a list in the place of a
// message is read the same way.
func wordsOf(body any) (r Refusal) {
	switch body := body.(type) {
	case string:
		r.Message = body
	case []any:
		for _, item := range body {
			if r = wordsOf(item); r.Message != "" {
				return r
			}
		}
	case map[string]any:
		for _, name := range messages {
			if r = wordsOf(body[name]); r.Message != "" {
				break
			}
		}
		for _, name := range codes {
			if code := scalar(body[name]); r.Code == "" && code != r.Message {
				r.Code = code
			}
		}
	}
	return r
}

func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}
