package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

// Tool is one declared tool in erased form: New makes it, Run calls it. Native
// tools and those of local adapters are declared alike; a remote MCP server's are
// not, since their schemas are the server's.
type Tool struct {
	Spec
	run       func(context.Context, *Call, json.RawMessage) (string, error)
	arguments reflect.Type
}

// Spec declares a tool. A tool of a connector has its own name at the connector,
// without the slug.
type Spec struct {
	Name   string
	Doc    string // what a model reads of it
	Schema string // JSON Schema of its arguments, as it is declared

	// Gate says which runs offer a native tool. A connector's tools have none: their
	// server's binding decides.
	Gate Gate

	// Reads says that the tool changes nothing, so that it may run beside others of
	// the same answer.
	Reads bool

	// Timeout bounds one call; 0 means DefaultTimeout.
	Timeout time.Duration

	// Filter is applied to a result before anything else; nil for none.
	Filter func(string) string

	// Secrets are the arguments whose values are secrets from the moment that a model
	// writes them. They are redacted wherever the call is kept, its own arguments
	// included.
	Secrets []string
}

// DefaultTimeout bounds a call of a tool that declares no other. It is that of
// adapters (specification, "MCP client and OAuth").
const DefaultTimeout = 30 * time.Second

// New declares a tool whose arguments are decoded into an A. The struct names its
// fields with json tags, and the schema declares the same names: a test compares
// them. The handler returns the result as a model reads it; a guild.Error is shown
// to the model, and any other error hidden behind a reference.
func New[A any](spec Spec, handler func(ctx context.Context, c *Call, args A) (string, error)) Tool {
	return Tool{Spec: spec, arguments: reflect.TypeFor[A](), run: func(ctx context.Context, c *Call, raw json.RawMessage) (string, error) {
		var args A
		if err := decode(raw, &args); err != nil {
			return "", err
		}
		return handler(ctx, c, args)
	}}
}

// InputSchema returns the declared schema as JSON.
func (t Tool) InputSchema() json.RawMessage { return json.RawMessage(t.Schema) }

// Arguments returns the type that the arguments are decoded into, for tests.
func (t Tool) Arguments() reflect.Type { return t.arguments }

// JSON returns v as a result: one line of JSON as a model reads it, with no HTML
// escapes.
func JSON(v any) (string, error) {
	data, err := marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode a result: %w", err)
	}
	return string(data), nil
}
