package connector

import (
	"context"

	"github.com/guildsbox/guilds/internal/tool"
)

// Reading declares a tool of an adapter that changes nothing at its service: ask
// answers its calls for an account.
func Reading[A any](a Account, name, doc, schema string, ask func(context.Context, Account, A) (string, error)) tool.Tool {
	spec := tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}
