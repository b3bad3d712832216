package listing

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/keys"
)

const (
	fresh      = 10 * time.Minute        // how long a list is kept
	retryAfter = 30 * time.Second        // a provider that failed is left alone for
	patience   = 1500 * time.Millisecond // what Window waits for a list
)

// KeySource is what finds the key for a provider, as keys.Keys does.
type KeySource interface {
	For(ctx context.Context, organisation guild.ID, provider string) (key, source string, err error)
}

// Listing keeps the lists. Many goroutines may use it at once.
type Listing struct {
	Providers []model.Provider
	Keys      KeySource
	Now       func() time.Time

	mu   sync.Mutex
	kept map[place]*list
}

// place is what a list is kept for. Vendors list the same to anybody; another server
// may list by key, and is asked with that of the organisation.
type place struct {
	provider     string
	organisation guild.ID // empty where its own key is not asked with
}

// Offer is what one provider has for an organisation.
type Offer struct {
	Provider model.Provider
	Source   string       // of the key, as keys.Keys has it; empty where there is none yet
	Models   []model.Info // in the provider's order; after a failure, those of the last list
	Err      error        // why the list could not be had
}

// All returns the offer of each provider, all asked side by side. name narrows it to
// one provider where it is not empty.
func (l *Listing) All(ctx context.Context, organisation guild.ID, name string) []Offer {
	providers := slices.DeleteFunc(slices.Clone(l.Providers), func(p model.Provider) bool { return name != "" && p.Name != name })
	offers := make([]Offer, len(providers))
	var asking sync.WaitGroup
	for i, p := range providers {
		asking.Go(func() { offers[i] = l.offer(ctx, organisation, p) })
	}
	asking.Wait()
	return offers
}

func (l *Listing) offer(ctx context.Context, organisation guild.ID, p model.Provider) Offer {
	o := Offer{Provider: p}
	key, source, err := l.Keys.For(ctx, organisation, p.Name)
	if err != nil && guild.CodeOf(err) != guild.CodeUnsupported {
		o.Err = err
		return o
	}
	o.Source = source
	at := place{provider: p.Name}
	switch {
	case keys.ByVendor(p):
		key = "" // it lists to anybody, and so for all
	case source == keys.FromOrganisation:
		at.organisation = organisation
	}
	o.Models, o.Err = l.at(at).get(ctx, l.Now, func(ctx context.Context) ([]model.Info, error) { return p.Models(ctx, key) })
	return o
}

func (l *Listing) at(p place) *list {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept == nil {
		l.kept = map[place]*list{}
	}
	if l.kept[p] == nil {
		l.kept[p] = &list{}
	}
	return l.kept[p]
}

// Window returns how many tokens the conversation and the answer of a model may have
// together, and 0 where that is not known. It waits a second and a half at most for a
// list that it lacks.
func (l *Listing) Window(ctx context.Context, name string) int {
	provider, id, err := model.Split(name)
	if err != nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, o := range l.All(ctx, "", provider) {
		if i := slices.IndexFunc(o.Models, func(m model.Info) bool { return m.ID == id }); i >= 0 {
			return o.Models[i].Context
		}
	}
	return 0
}
