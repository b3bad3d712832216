package models

import (
	"cmp"
	"context"
	"strings"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/listing"
	"github.com/guildsbox/guilds/pkg/api"
)

func (a Area) list(ctx context.Context, c access.Caller, q *api.ModelQuery) (api.ModelList, error) {
	scope := c.Scope
	if q.ScopeID != "" {
		row, err := operation.Reach(ctx, a.DB, c, q.ScopeID)
		if err != nil {
			return api.ModelList{}, err
		}
		scope = row.Scope
	}
	var organisation guild.ID
	if scope.Level >= guild.Organisation {
		organisation = scope.Chain[guild.Organisation]
	}
	out := api.ModelList{Models: []api.Model{}, Problems: []api.ModelsProblem{}}
	for _, o := range a.Listing.All(ctx, organisation, q.Provider) {
		if o.Err != nil {
			p := operation.ProblemOf(ctx, o.Err)
			out.Problems = append(out.Problems, api.ModelsProblem{Provider: o.Provider.Name, Detail: p.Error()})
		}
		for _, m := range o.Models {
			if fits(m, q.Search) {
				out.Models = append(out.Models, modelOut(o, m))
			}
		}
	}
	return out, ctx.Err()
}

// fits reports whether a model has a text in its id or name.
func fits(m model.Info, search string) bool {
	search = strings.ToLower(search)
	return strings.Contains(strings.ToLower(m.ID), search) || strings.Contains(strings.ToLower(m.Name), search)
}

func modelOut(o listing.Offer, m model.Info) api.Model {
	return api.Model{
		ID: o.Provider.Name + "/" + m.ID, Provider: o.Provider.Name, Name: m.Name,
		ContextLength: m.Context, MaxOutput: m.MaxOutput,
		PromptPrice: m.PromptPrice, CompletionPrice: m.CompletionPrice,
		Tools: m.Tools, Key: cmp.Or(o.Source, "missing"),
	}
}
