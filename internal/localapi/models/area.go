// Package models serves the lists of the providers' models and the organisations' own
// keys for them.
package models

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/internal/model/listing"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct {
	DB      *postgres.DB
	Keys    *keys.Keys
	Listing *listing.Listing
}

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListModels, operation.See, a.list)
	operation.Handle(h, api.ListModelKeys, operation.See, a.listKeys)
	operation.Handle(h, api.PutModelKey, operation.Operate, a.putKey)
	operation.HandleBare(h, api.DeleteModelKey, operation.Operate, a.deleteKey)
}
