package alchemy

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

// DAS has no filter by collection, so that for one the assets are looked through: so
// many of an answer, each some kilobytes long, and so many answers for a call.
const (
	looked = 250
	looks  = 4
)

// assets lists what an owner holds on solana, by id. The key of a page is the id after
// which it goes on, so that it serves with any limit.
func assets(ctx context.Context, a connector.Account, args holdingsArgs) (string, error) {
	rows, next, err := scan(ctx, a, args)
	if err != nil {
		return "", err
	}
	show := tsv.Show{Limit: args.Limit, Empty: args.asked()}
	if next != "" {
		show.More = nextPage(next)
	}
	if next != "" && len(rows) == 0 {
		show.Empty = args.asked() + " so far as it was looked through"
	}
	return tsv.Write(assetColumns, rows, show), nil
}

// scan returns as many assets as are shown, and the key of the next page where there
// may be one.
func scan(ctx context.Context, a connector.Account, args holdingsArgs) (rows []asset, next string, err error) {
	limit := tsv.Rows(args.Limit)
	size := limit
	if args.Contract != "" {
		size = looked
	}
	next = args.PageKey
	for range looks {
		page, err := assetsAfter(ctx, a, args.Owner, next, size)
		if err != nil {
			return nil, "", err
		}
		whole := len(page) < size
		for i, one := range page {
			if one.shown(args.Contract) {
				rows = append(rows, one)
			}
			if len(rows) == limit && !(whole && i == len(page)-1) {
				return rows, one.ID, nil
			}
		}
		if whole {
			return rows, "", nil
		}
		next = page[len(page)-1].ID
	}
	return rows, next, nil
}

// call is a request of JSON-RPC 2.0.
type call struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// byOwner are the arguments of getAssetsByOwner, which are by name. Only an order by id
// goes on after an id.
type byOwner struct {
	Owner string `json:"ownerAddress"`
	Sort  struct {
		By        string `json:"sortBy"`
		Direction string `json:"sortDirection"`
	} `json:"sortBy"`
	Limit int    `json:"limit"`
	After string `json:"after,omitempty"`
}

func assetsAfter(ctx context.Context, a connector.Account, owner, after string, limit int) ([]asset, error) {
	params := byOwner{Owner: owner, Limit: limit, After: after}
	params.Sort.By, params.Sort.Direction = "id", "asc"
	request := rest.Request{
		Method: http.MethodPost, Path: rest.At("/{key}", a.Fields[connector.Token]),
		Body: rest.JSON(call{Version: "2.0", ID: 1, Method: "getAssetsByOwner", Params: params}),
	}
	var answer struct {
		Result *struct {
			Items []asset `json:"items"`
		} `json:"result"`
		Error *struct { // which comes with HTTP 200 as well
			Code    json.Number `json:"code"`
			Message string      `json:"message"`
		} `json:"error"`
	}
	api := on(solana)
	if err := api.Decode(ctx, a.Via(address(solana, "/v2")), request, &answer); err != nil {
		return nil, err
	}
	switch {
	case answer.Error != nil:
		return nil, api.Refused(rest.Refusal{Code: answer.Error.Code.String(), Message: answer.Error.Message})
	case answer.Result == nil:
		return nil, guild.Errorf(guild.CodeUpstream, "%s answered with neither a result nor an error", api.Name)
	}
	return answer.Result.Items, nil
}
