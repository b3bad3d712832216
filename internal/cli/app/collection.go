package app

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/pkg/api"
)

// Collection finds a collection by its id, or by its name among those that belong to
// a scope, to what lies above or to what lies below; without a scope among all.
func (f Finder) Collection(ctx context.Context, named, at string) (api.Collection, error) {
	if IsID(named) {
		return f.GetCollection(ctx, named)
	}
	within, err := f.OptionalScopeID(ctx, at)
	if err != nil {
		return api.Collection{}, err
	}
	all, err := f.ListCollections(ctx, api.CollectionQuery{WithinID: within})
	if err != nil {
		return api.Collection{}, err
	}
	var found []api.Collection
	for _, c := range all {
		if c.Name == named {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return api.Collection{}, NotFound("guildsctl collection list shows those that are there", "there is no collection %q within your reach", named)
	case 1:
		return found[0], nil
	}
	return api.Collection{}, Usage("name its organisation: --at "+found[0].Scope, "there are %d collections %q, of %s and of %s", len(found), named, found[0].Scope, found[1].Scope)
}

// Collections lists the names of collections, with their owners.
func Collections(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	within, err := f.OptionalScopeID(ctx, at)
	if err != nil {
		return nil, err
	}
	found, err := f.ListCollections(ctx, api.CollectionQuery{WithinID: within})
	return described(found, err, func(c api.Collection) (string, string) { return c.Name, "of " + c.Scope })
}
