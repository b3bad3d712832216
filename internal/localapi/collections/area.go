// Package collections serves the collections that operators define, who may use
// them, and their records.
package collections

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct{ DB *postgres.DB }

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListCollections, operation.See, a.list)
	operation.HandleCreation(h, api.CreateCollection, operation.Operate, a.create)
	operation.Handle(h, api.GetCollection, operation.See, a.get)
	operation.Handle(h, api.AlterCollection, operation.Operate, a.alter)
	operation.Handle(h, api.DeleteCollection, operation.Operate, a.remove)

	operation.Handle(h, api.ListCollectionGrants, operation.See, a.grants)
	operation.Handle(h, api.PutCollectionGrant, operation.Operate, a.grant)
	operation.HandleBare(h, api.DeleteCollectionGrant, operation.Operate, a.ungrant)

	operation.Handle(h, api.ListRecords, operation.See, a.listRecords)
	operation.Handle(h, api.SearchRecords, operation.See, a.searchRecords)
	operation.Handle(h, api.GetRecord, operation.See, a.getRecord)
	operation.Handle(h, api.AddRecords, operation.Operate, a.addRecords)
	operation.Handle(h, api.UpdateRecord, operation.Operate, a.updateRecord)
	operation.HandleBare(h, api.RemoveRecord, operation.Operate, a.removeRecord)
}

// reach returns a collection whose owner the caller reaches. Any other is not found.
func (a Area) reach(ctx context.Context, c access.Caller, id string) (record.Collection, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return record.Collection{}, err
	}
	found, err := a.DB.Collection(ctx, parsed)
	if err == nil && !owns(c, found) {
		err = guild.Errorf(guild.CodeNotFound, "there is no collection %s", parsed)
	}
	return found, err
}

// owns reports whether a collection belongs to a scope that the caller reaches.
func owns(c access.Caller, of record.Collection) bool {
	return c.Scope.Level == guild.Platform || of.ScopeID == c.Scope.ID || strings.HasPrefix(of.Scope, c.Scope.Path+"/")
}
