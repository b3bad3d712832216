package collections

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/pkg/api"
)

func (a Area) grants(ctx context.Context, c access.Caller, in *operation.ByID) ([]api.CollectionGrant, error) {
	found, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	grants, err := a.DB.Grants(ctx, found.ID)
	return operation.Each(grants, grantOut), err
}

// GrantPath names the grant of one scope on a collection.
type GrantPath struct {
	operation.ByID
	ScopeID string `path:"scope_id" doc:"The guild or agent"`
}

type grantInput struct {
	GrantPath
	Body api.NewCollectionGrant
}

func (a Area) grant(ctx context.Context, c access.Caller, in *grantInput) (api.CollectionGrant, error) {
	of, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return api.CollectionGrant{}, err
	}
	to, err := operation.Reach(ctx, a.DB, c, in.ScopeID)
	if err != nil {
		return api.CollectionGrant{}, err
	}
	wanted, err := record.ParseAccess(in.Body.Access)
	if err == nil {
		err = record.CheckGrant(of, to.Scope, wanted)
	}
	if err == nil {
		err = a.DB.PutGrant(ctx, of.ID, to.ID, wanted)
	}
	return grantOut(record.Grant{Scope: to.Path, ScopeID: to.ID, Access: wanted}), err
}

func (a Area) ungrant(ctx context.Context, c access.Caller, in *GrantPath) error {
	of, err := a.reach(ctx, c, in.ID)
	if err != nil {
		return err
	}
	id, err := guild.ParseID(in.ScopeID)
	if err != nil {
		return err
	}
	return a.DB.DeleteGrant(ctx, of.ID, id)
}

func grantOut(g record.Grant) api.CollectionGrant {
	return api.CollectionGrant{ScopeID: string(g.ScopeID), Scope: g.Scope, Access: string(g.Access)}
}
