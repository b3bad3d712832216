package keys

import (
	"context"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/seal"
)

// Where a key comes from.
const (
	FromOrganisation = "organisation" // its own
	FromBox          = "box"          // the variable of the daemon
	NotNeeded        = "none"         // there is none, and the provider's address is not the vendor's
)

// Keys finds the key for a provider.
type Keys struct {
	Store        Store
	Sealer       *seal.Sealer
	Integrations *integration.Registry
	Providers    []model.Provider // at the addresses that they are reached at
}

// For returns the key with which an organisation's requests to a provider are sent,
// and where it comes from. Without an organisation it is the box's. Where there is
// none, and the provider is reached at its vendor's own address, the error has the
// code unsupported and says what to set. At another address, that of an operator's
// own server, an empty key is an answer: whether that server wants one, it says
// itself.
func (k *Keys) For(ctx context.Context, organisation guild.ID, provider string) (key, source string, err error) {
	p, err := k.provider(provider)
	if err != nil {
		return "", "", err
	}
	if organisation != "" {
		key, err := k.own(ctx, organisation, provider)
		if err == nil {
			return key, FromOrganisation, nil
		}
		if guild.CodeOf(err) != guild.CodeNotFound {
			return "", "", err
		}
	}
	if key := k.Integrations.Value(k.variable(provider)); key != "" {
		return key, FromBox, nil
	}
	if ByVendor(p) {
		return "", "", guild.Errorf(guild.CodeUnsupported, "there is no key for %s: set %s in the daemon's environment, or give the organisation its own with guildsctl model key set %s --at ORGANISATION",
			p.Title, k.variable(provider), provider)
	}
	return "", NotNeeded, nil
}

// ByVendor reports whether a provider is reached at its vendor's own address, and not
// at that of a server that stands in for it.
func ByVendor(p model.Provider) bool {
	vendor, ok := model.Named(p.Name)
	return ok && strings.TrimRight(p.BaseURL, "/") == vendor.BaseURL
}

func (k *Keys) provider(name string) (model.Provider, error) {
	i := slices.IndexFunc(k.Providers, func(p model.Provider) bool { return p.Name == name })
	if i < 0 {
		return model.Provider{}, guild.Errorf(guild.CodeInvalid, "%q is no provider of models; the providers are %s", name, strings.Join(k.names(), " and "))
	}
	return k.Providers[i], nil
}

func (k *Keys) names() []string {
	var names []string
	for _, p := range k.Providers {
		names = append(names, p.Name)
	}
	return names
}

// variable is the environment variable of the box's own key.
func (k *Keys) variable(provider string) string {
	i, _ := k.Integrations.For(provider) // its table has each provider
	for _, v := range i.Variables {
		if v.Secret {
			return v.Name
		}
	}
	return ""
}

func (k *Keys) own(ctx context.Context, organisation guild.ID, provider string) (string, error) {
	stored, err := k.Store.ModelKey(ctx, organisation, provider)
	if err != nil {
		return "", err
	}
	value, err := k.Sealer.Open(stored.Sealed, Identity(stored.ID))
	return string(value), err
}

// Secrets returns an organisation's own keys, for what is masked in the results of its
// agents. The box's keys are among the secrets of its configuration.
func (k *Keys) Secrets(ctx context.Context, organisation guild.ID) ([]redact.Secret, error) {
	stored, err := k.Store.ModelKeys(ctx, organisation)
	if err != nil {
		return nil, err
	}
	var secrets []redact.Secret
	for _, s := range stored {
		value, err := k.Sealer.Open(s.Sealed, Identity(s.ID))
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, redact.Secret{Name: s.Provider + "-key", Value: string(value)})
	}
	return secrets, nil
}
