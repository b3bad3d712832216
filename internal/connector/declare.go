package connector

import (
	"context"

	"github.com/guildsbox/guilds/internal/tool"
)

// Reading declares a tool of an adapter that changes nothing at its service: ask
// answers its calls for an account.
func Reading[A any](a Account, name, doc, schema string, ask func(context.Context, Account, A) (string, error)) tool.Tool {
	return Declare(a, tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}, ask)
}

// Writing declares one that changes something, at its service or in the workspace.
func Writing[A any](a Account, name, doc, schema string, ask func(context.Context, Account, A) (string, error)) tool.Tool {
	return Declare(a, tool.Spec{Name: name, Doc: doc, Schema: schema}, ask)
}

// Declare declares a tool of an adapter that is something more: one that takes longer
// than most, say.
func Declare[A any](a Account, spec tool.Spec, ask func(context.Context, Account, A) (string, error)) tool.Tool {
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}
