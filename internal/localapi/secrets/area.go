// Package secrets serves stored secrets and the requests for them. No operation
// gives a value.
package secrets

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/pkg/api"
)

// Area is this part of the API.
type Area struct {
	DB    *postgres.DB
	Vault *secret.Vault
}

// Register declares its operations.
func (a Area) Register(h huma.API) {
	operation.Handle(h, api.ListSecrets, operation.See, a.list)
	operation.Handle(h, api.PutSecret, operation.Operate, a.put)
	operation.HandleBare(h, api.DeleteSecret, operation.Operate, a.remove)
	operation.Handle(h, api.ListSecretRequests, operation.See, a.requests)
	operation.Handle(h, api.AnswerSecretRequest, operation.Operate, a.answer)
	operation.Handle(h, api.DeclineSecretRequest, operation.Operate, a.decline)
}

func (a Area) list(ctx context.Context, c access.Caller, q *api.SecretQuery) ([]api.Secret, error) {
	if q.ScopeID == "" {
		within, err := operation.Within(ctx, a.DB, c, q.WithinID)
		if err != nil {
			return nil, err
		}
		found, err := a.DB.SecretsWithin(ctx, within)
		return operation.Each(found, secretOut), err
	}
	if q.WithinID != "" {
		return nil, guild.Errorf(guild.CodeInvalid, "scope_id and within_id ask for different lists; leave one of them out")
	}
	scope, err := operation.Reach(ctx, a.DB, c, q.ScopeID)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.SecretsOf(ctx, scope.ID)
	return overridden(operation.Each(found, secretOut)), err
}

// overridden marks the secrets of a chain, the widest first, before which a later
// one of the same name stands.
func overridden(chain []api.Secret) []api.Secret {
	last := map[string]int{}
	for i, s := range chain {
		if before, there := last[s.Name]; there {
			chain[before].Overridden = true
		}
		last[s.Name] = i
	}
	return chain
}

func secretOut(s secret.Secret) api.Secret {
	return api.Secret{
		ID: string(s.ID), ScopeID: string(s.ScopeID), Scope: s.Scope, Name: s.Name, Description: s.Description,
		By: s.By, ByAgent: s.ByAgent, RunID: string(s.Run), CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
	}
}

func (a Area) put(ctx context.Context, c access.Caller, in *struct{ Body api.NewSecret }) (api.SavedSecret, error) {
	scope, err := operation.Reach(ctx, a.DB, c, in.Body.ScopeID)
	if err != nil {
		return api.SavedSecret{}, err
	}
	saved, err := a.Vault.Put(ctx, secret.New{
		Scope: scope.Scope, Name: in.Body.Name, Value: in.Body.Value, Description: in.Body.Description, By: c.Name,
	})
	return api.SavedSecret{
		Secret: secretOut(saved.Secret), Replaced: saved.Replaced != nil, Answered: operation.Each(saved.Answered, requestOut),
	}, err
}

func (a Area) remove(ctx context.Context, c access.Caller, in *operation.ByID) error {
	id, err := guild.ParseID(in.ID)
	if err != nil {
		return err
	}
	s, err := a.DB.Secret(ctx, id)
	if err == nil {
		err = a.within(ctx, c, s.ScopeID, "secret", id)
	}
	if err != nil {
		return err
	}
	return a.DB.DeleteSecret(ctx, id)
}

// within refuses a thing of a scope that the caller does not reach, as if it were
// not there.
func (a Area) within(ctx context.Context, c access.Caller, scope guild.ID, noun string, id guild.ID) error {
	_, err := operation.Reach(ctx, a.DB, c, string(scope))
	if guild.CodeOf(err) == guild.CodeNotFound {
		err = guild.Errorf(guild.CodeNotFound, "there is no %s %s", noun, id)
	}
	return err
}
