// Package artifacts serves what agents write down: notes and memories. Operators see
// and edit those of the scopes that they reach, whatever the agents' grants say.
package artifacts

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct{ DB *postgres.DB }

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListNotes, operation.See, a.list)
	operation.Handle(h, api.GetNote, operation.See, a.get)
	operation.Handle(h, api.PutNote, operation.Operate, a.put)
	operation.HandleBare(h, api.DeleteNote, operation.Operate, a.remove)

	operation.Handle(h, api.GetMemory, operation.See, a.memory)
	operation.Handle(h, api.PutMemory, operation.Operate, a.remember)
	operation.Handle(h, api.ListMemoryRevisions, operation.See, a.revisions)
	operation.Handle(h, api.GetMemoryRevision, operation.See, a.revision)
	operation.Handle(h, api.RestoreMemoryRevision, operation.Operate, a.restore)
}
