package keys

import (
	"context"
	"errors"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

// Set gives an organisation its own key for a provider, in the place of one that it
// has. The provider is asked first whether it takes the key, unless unchecked; a key
// that it refuses has the code rejected and changes nothing.
func (k *Keys) Set(ctx context.Context, organisation guild.Scope, provider, value string, unchecked bool) (Key, error) {
	p, err := k.provider(provider)
	if err != nil {
		return Key{}, err
	}
	if err := checkOwner(organisation); err != nil {
		return Key{}, err
	}
	if err := checkValue(value); err != nil {
		return Key{}, err
	}
	if !unchecked {
		if err := check(ctx, p, value); err != nil {
			return Key{}, err
		}
	}
	id := guild.NewID()
	sealed, err := k.Sealer.Seal([]byte(value), Identity(id))
	if err != nil {
		return Key{}, err
	}
	return k.Store.SaveModelKey(ctx, Stored{Key: Key{ID: id, ScopeID: organisation.ID, Provider: provider, Hint: hintOf(value)}, Sealed: sealed})
}

// Delete deletes an organisation's key for a provider.
func (k *Keys) Delete(ctx context.Context, organisation guild.Scope, provider string) error {
	if _, err := k.provider(provider); err != nil {
		return err
	}
	if err := checkOwner(organisation); err != nil {
		return err
	}
	return k.Store.DeleteModelKey(ctx, organisation.ID, provider)
}

func checkOwner(s guild.Scope) error {
	if s.Level == guild.Organisation {
		return nil
	}
	return guild.Errorf(guild.CodeInvalid, "%s is of the level %s; a model key belongs to an organisation", s.Path, s.Level)
}

// check asks the provider. A server that stands in for the vendor's may lack what the
// vendor has for this; its list of models tells then.
func check(ctx context.Context, p model.Provider, value string) error {
	err := p.CheckKey(ctx, value)
	if guild.CodeOf(err) == guild.CodeNotFound && !ByVendor(p) {
		_, err = p.Models(ctx, value)
	}
	var e *guild.Error
	if errors.As(err, &e) && e.Code != guild.CodeRejected {
		err = e.WithHint("the key could not be checked and was not stored; --no-check stores it unchecked")
	}
	return err
}
