package operation

import (
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// ScopeOut is a scope as the API writes it.
func ScopeOut(s postgres.ScopeRow) api.Scope {
	out := api.Scope{ID: string(s.ID), Level: s.Level.String(), Path: s.Path, Name: s.Name, CreatedAt: s.CreatedAt}
	if len(s.Chain) > 1 {
		out.ParentID = string(s.Chain[len(s.Chain)-2])
	}
	return out
}
