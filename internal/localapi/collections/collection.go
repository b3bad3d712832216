package collections

import (
	"context"
	"slices"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/pkg/api"
)

func (a Area) list(ctx context.Context, c access.Caller, q *api.CollectionQuery) ([]api.Collection, error) {
	within, err := operation.Within(ctx, a.DB, c, q.WithinID)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.Collections(ctx, within)
	found = slices.DeleteFunc(found, func(of record.Collection) bool { return !owns(c, of) })
	return operation.Each(found, collectionOut), err
}

type newInput struct{ Body api.NewCollection }

func (a Area) create(ctx context.Context, c access.Caller, in *newInput) (api.Collection, error) {
	scope, err := operation.Reach(ctx, a.DB, c, in.Body.ScopeID)
	if err == nil {
		err = record.CheckOwner(scope.Scope)
	}
	if err != nil {
		return api.Collection{}, err
	}
	wanted := record.Collection{
		ID: guild.NewID(), Name: in.Body.Name, ScopeID: scope.ID, Description: in.Body.Description,
		Columns: operation.Each(in.Body.Columns, columnIn),
	}
	if err := wanted.Check(); err != nil {
		return api.Collection{}, err
	}
	made, err := a.DB.AddCollection(ctx, wanted)
	return collectionOut(made), err
}

func (a Area) get(ctx context.Context, c access.Caller, in *operation.ByID) (api.Collection, error) {
	found, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.Collection{}, err
	}
	size, err := a.DB.RecordSize(ctx, found)
	out := collectionOut(found)
	out.Records, out.NewestAt = &size.Records, size.Newest
	return out, err
}

type alterInput struct {
	operation.ByID
	DryRun bool `query:"dry_run" doc:"Only say what it would do"`
	Body   api.CollectionPatch
}

func (a Area) alter(ctx context.Context, c access.Caller, in *alterInput) (api.AlteredCollection, error) {
	found, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.AlteredCollection{}, err
	}
	after, effects, err := a.DB.AlterCollection(ctx, found.ID, record.Alteration{
		Description: in.Body.Description, Rename: in.Body.Rename, Drop: in.Body.Drop, Defaults: in.Body.Defaults,
		Change: operation.Each(in.Body.Change, columnIn), Add: operation.Each(in.Body.Add, columnIn),
	}, in.DryRun)
	return api.AlteredCollection{Collection: collectionOut(after), DryRun: in.DryRun, Effects: operation.OrEmpty(effects)}, err
}

func (a Area) remove(ctx context.Context, c access.Caller, in *operation.RemoveInput) (api.CollectionRemoval, error) {
	found, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.CollectionRemoval{}, err
	}
	size, err := a.DB.RecordSize(ctx, found)
	if err != nil {
		return api.CollectionRemoval{}, err
	}
	grants, err := a.DB.Grants(ctx, found.ID)
	if err == nil && !in.DryRun {
		err = a.DB.DeleteCollection(ctx, found.ID)
	}
	return api.CollectionRemoval{DryRun: in.DryRun, Records: size.Records, Grants: operation.Each(grants, func(g record.Grant) string {
		return g.Scope + " " + string(g.Access)
	})}, err
}

func columnIn(c api.Column) record.Column {
	return record.Column{
		Name: c.Name, Type: record.Type(c.Type), Description: c.Description,
		Array: c.Array, Values: c.Values, Required: c.Required, Unique: c.Unique,
	}
}

func columnOut(c record.Column) api.Column {
	return api.Column{
		Name: c.Name, Type: string(c.Type), Description: c.Description,
		Array: c.Array, Values: c.Values, Required: c.Required, Unique: c.Unique,
	}
}

func collectionOut(c record.Collection) api.Collection {
	return api.Collection{
		ID: string(c.ID), Name: c.Name, ScopeID: string(c.ScopeID), Scope: c.Scope, Description: c.Description,
		Columns: operation.Each(c.Columns, columnOut), CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
	}
}
