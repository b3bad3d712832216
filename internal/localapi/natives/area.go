// Package natives serves the test of a native tool as an agent would call it.
package natives

import (
	"context"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct {
	DB      *postgres.DB
	Natives offer.Natives
	Log     *slog.Logger
	Cap     int // bytes of a result; 0 for the platform's own

	// Secrets returns what to mask in whatever an agent's tools print.
	Secrets func(ctx context.Context, agent guild.Scope) (*redact.Set, error)
	// Record writes a call down.
	Record func(ctx context.Context, c connection.CallRecord) error
}

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.CallNative, operation.Operate, a.call)
}
