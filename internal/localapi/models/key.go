package models

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/pkg/api"
)

// KeyInput names a provider's key of an organisation. It is exported for huma, as operation.ByID is.
type KeyInput struct {
	operation.ByID
	Provider string `path:"name" doc:"The provider" example:"openrouter"`
}

func (a Area) listKeys(ctx context.Context, c access.Caller, q *api.ModelKeyQuery) ([]api.ModelKey, error) {
	within, err := operation.Within(ctx, a.DB, c, q.WithinID)
	if err != nil {
		return nil, err
	}
	stored, err := a.DB.ModelKeys(ctx, within)
	return operation.Each(stored, func(s keys.Stored) api.ModelKey { return keyOut(s.Key) }), err
}

type putInput struct {
	KeyInput
	Body api.NewModelKey
}

func (a Area) putKey(ctx context.Context, c access.Caller, in *putInput) (api.ModelKey, error) {
	scope, err := operation.Reach(ctx, a.DB, c, in.ID)
	if err != nil {
		return api.ModelKey{}, err
	}
	k, err := a.Keys.Set(ctx, scope.Scope, in.Provider, in.Body.Value, in.Body.Unchecked)
	return keyOut(k), err
}

func (a Area) deleteKey(ctx context.Context, c access.Caller, in *KeyInput) error {
	scope, err := operation.Reach(ctx, a.DB, c, in.ID)
	if err != nil {
		return err
	}
	return a.Keys.Delete(ctx, scope.Scope, in.Provider)
}

func keyOut(k keys.Key) api.ModelKey {
	return api.ModelKey{
		ScopeID: string(k.ScopeID), Organisation: k.Organisation, Provider: k.Provider, Hint: k.Hint,
		CreatedAt: k.CreatedAt, UpdatedAt: k.UpdatedAt,
	}
}
