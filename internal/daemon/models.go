package daemon

import (
	"context"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/internal/model/listing"
	"github.com/guildsbox/guilds/internal/seal"
)

// modelProviders is what runs and operators know of the providers of models.
type modelProviders struct {
	providers []model.Provider
	keys      *keys.Keys
	listing   *listing.Listing
}

func (d *daemon) openModels(sealer *seal.Sealer) modelProviders {
	m := modelProviders{providers: providersAt(d.config.ModelAddresses)}
	m.keys = &keys.Keys{Store: d.db, Sealer: sealer, Integrations: d.config.Integrations, Providers: m.providers}
	m.listing = &listing.Listing{Providers: m.providers, Keys: m.keys, Now: time.Now}
	return m
}

// providersAt returns the providers at their addresses. One at its vendor's own
// address reaches the internet alone; another address is the operator's choice, and
// may be private and of plain http.
func providersAt(addresses map[string]string) []model.Provider {
	vendors := egress.NewClient(egress.Options{})
	chosen := egress.NewClient(egress.Options{AllowPrivate: true, AllowHTTP: true})
	providers := model.Providers()
	for i := range providers {
		p := &providers[i]
		p.BaseURL, p.HTTP = addresses[p.Name], chosen
		if keys.ByVendor(*p) {
			p.HTTP = vendors
		}
	}
	return providers
}

// Complete asks a model with the key that the organisation has for its provider.
func (m modelProviders) Complete(ctx context.Context, organisation guild.ID, name string, r model.Request, onDelta func(model.Delta)) (model.Answer, error) {
	provider, id, err := model.Split(name)
	if err != nil {
		return model.Answer{}, err
	}
	key, _, err := m.keys.For(ctx, organisation, provider)
	if err != nil {
		return model.Answer{}, err
	}
	at := slices.IndexFunc(m.providers, func(p model.Provider) bool { return p.Name == provider })
	r.Model = id
	return m.providers[at].Complete(ctx, key, r, onDelta)
}

// Window is the context length of a model, 0 where it is not known.
func (m modelProviders) Window(ctx context.Context, name string) int {
	return m.listing.Window(ctx, name)
}
