package app

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/pkg/api"
)

// CellValue writes what a person typed for a column as JSON: text and moments in
// quotation marks, numbers and true or false as they stand. The items of a list were
// typed one by one. What is no value of the type goes as text, so that the daemon
// tells what is wrong with it, beside all else.
func CellValue(c api.Column, typed []string) json.RawMessage {
	if !c.Array {
		return one(c, typed[len(typed)-1])
	}
	items := make([]json.RawMessage, len(typed))
	for i, item := range typed {
		items[i] = one(c, item)
	}
	list, _ := json.Marshal(items) // each item is JSON already
	return list
}

func one(c api.Column, typed string) json.RawMessage {
	bare := strings.TrimSpace(typed)
	if number := json.Number(bare); c.Type == "number" && json.Valid([]byte(number)) && strings.ContainsAny(bare[:1], "-0123456789") {
		return json.RawMessage(number)
	}
	if c.Type == "boolean" && (bare == "true" || bare == "false") {
		return json.RawMessage(bare)
	}
	text, _ := json.Marshal(typed) // a string always can be written
	return text
}
