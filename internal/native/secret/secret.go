// Package secret holds the tools secret_store, by which an agent keeps a value that
// it produced, and secret_request, by which it asks its operator for one
// (specification, "Native tools").
package secret

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/internal/tool"
)

// Vault stores secrets and takes requests for them. It says what is wrong with them.
type Vault interface {
	Put(ctx context.Context, n secret.New) (secret.Saved, error)
	Ask(ctx context.Context, agent guild.Scope, run guild.ID, name, reason string) (r secret.Request, opened bool, err error)
}

// Tools returns the family in the order in which it is offered.
func Tools(vault Vault) []tool.Tool { return []tool.Tool{store(vault), request(vault)} }
