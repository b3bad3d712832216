package localapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/pkg/api"
)

// callBody is an api.ToolCall whose arguments are as they were written: as a map
// they would lose the digits of a long number, such as the id of a post.
type callBody struct {
	name      string
	arguments json.RawMessage
	scopeID   string
}

// callBodies reads the bodies of calls. huma reads a body twice, to check it and to
// decode it, which for a small call is much of its cost: here one that is plainly
// right is read once, and huma is asked about any other, whose answer is the same as
// everywhere.
type callBodies struct {
	registry huma.Registry
	schema   *huma.Schema
}

// declareCallBody puts the body into the document of a registered operation.
func declareCallBody(h huma.API, op api.Operation) callBodies {
	b := callBodies{registry: h.OpenAPI().Components.Schemas}
	b.schema = b.registry.Schema(reflect.TypeFor[api.ToolCall](), true, "")
	h.OpenAPI().Paths[op.Path].Post.RequestBody.Content["application/json"].Schema = b.schema
	return b
}

func (b callBodies) read(raw []byte) (callBody, error) {
	if call, ok := readPlain(raw); ok {
		return call, nil
	}
	if err := b.check(raw); err != nil {
		return callBody{}, err
	}
	var call struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		ScopeID   string          `json:"scope_id"`
	}
	if err := json.Unmarshal(raw, &call); err != nil {
		return callBody{}, unreadable(http.StatusUnprocessableEntity, raw, err)
	}
	return callBody{call.Name, call.Arguments, call.ScopeID}, nil
}

// readPlain reads a body that has a name, and besides at most arguments and a scope,
// all of their types.
func readPlain(raw []byte) (call callBody, ok bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return call, false
	}
	for name, value := range members {
		switch {
		case name == "name" && isPlain(value):
			call.name = string(value[1 : len(value)-1])
		case name == "scope_id" && isPlain(value):
			call.scopeID = string(value[1 : len(value)-1])
		case name == "arguments" && value[0] == '{':
			call.arguments = value
		default:
			return call, false
		}
	}
	return call, members["name"] != nil
}

// isPlain reports whether what is valid JSON is a string that stands for itself.
func isPlain(value json.RawMessage) bool {
	return value[0] == '"' && bytes.IndexByte(value, '\\') < 0 && utf8.Valid(value)
}

// check is what huma does with a body that it reads itself.
func (b callBodies) check(raw []byte) error {
	var parsed any
	if err := json.Unmarshal(raw, &parsed); err != nil {
		return unreadable(http.StatusBadRequest, raw, err)
	}
	found := &huma.ValidateResult{}
	huma.Validate(b.registry, b.schema, huma.NewPathBuffer([]byte("body"), len("body")), huma.ModeWriteToServer, parsed, found)
	if len(found.Errors) == 0 {
		return nil
	}
	return huma.NewError(http.StatusUnprocessableEntity, "validation failed", found.Errors...)
}

func unreadable(status int, raw []byte, err error) error {
	return huma.NewError(status, "validation failed", &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: string(raw)})
}
