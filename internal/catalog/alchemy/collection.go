package alchemy

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const collectionSchema = `{"type":"object","properties":{
	"contract":{"type":"string","minLength":1,"maxLength":100,"description":"address of the collection's contract; give this or slug"},
	"slug":{"type":"string","minLength":1,"maxLength":200,"description":"the collection's name in OpenSea's addresses, such as boredapeyachtclub; give this or contract"},
	` + chainProperty + `
	},"additionalProperties":false}`

type collectionArgs struct {
	Contract string `json:"contract"`
	Slug     string `json:"slug"`
	Chain    string `json:"chain"`
}

func (c collectionArgs) check() error {
	var wrong problems
	switch {
	case (c.Contract == "") == (c.Slug == ""):
		wrong.note("", "give either contract or slug")
	case c.Contract != "":
		wrong.note("contract", notAddress(c.Contract, c.Chain))
	}
	return guild.Invalid("the arguments do not fit collection", wrong)
}

func collection(ctx context.Context, a connector.Account, args collectionArgs) (string, error) {
	args.Chain = orEthereum(args.Chain)
	if err := args.check(); err != nil {
		return "", err
	}
	if args.Slug != "" {
		return bySlug(ctx, a, args)
	}
	return byContract(ctx, a, args)
}

// noContract is the kind of an address that holds no contract.
const noContract = "NOT_A_CONTRACT"

func byContract(ctx context.Context, a connector.Account, args collectionArgs) (string, error) {
	var c contract
	if err := get(ctx, a, args.Chain, "getContractMetadata", url.Values{"contractAddress": {args.Contract}}, &c); err != nil {
		return "", err
	}
	if c.TokenType == noContract {
		return "", guild.Errorf(guild.CodeNotFound, "%s is no contract on %s", args.Contract, args.Chain)
	}
	return tsv.Fields(
		tsv.Field{Name: "chain", Value: args.Chain},
		tsv.Field{Name: "contract", Value: first(c.Address, args.Contract)},
		tsv.Field{Name: "name", Value: c.Name, Max: maxName},
		tsv.Field{Name: "symbol", Value: c.Symbol, Max: maxName},
		tsv.Field{Name: "type", Value: c.TokenType},
		tsv.Field{Name: "total_supply", Value: c.TotalSupply},
		tsv.Field{Name: "opensea_name", Value: c.OpenSea.Collection, Max: maxName},
		tsv.Field{Name: "opensea_status", Value: c.OpenSea.Safelist},
		tsv.Field{Name: "floor_price", Value: c.OpenSea.Floor},
		tsv.Field{Name: "floor_price_at", Value: tsv.When(c.OpenSea.Ingested)},
		tsv.Field{Name: "spam", Value: c.Spam},
		tsv.Field{Name: "deployer", Value: c.Deployer},
		tsv.Field{Name: "deployed_block", Value: c.DeployedBlock},
	), nil
}

// bySlug shows a collection as OpenSea has it.
func bySlug(ctx context.Context, a connector.Account, args collectionArgs) (string, error) {
	var c struct {
		Name  string `json:"name"`
		Slug  string `json:"slug"`
		Floor struct {
			Market   string      `json:"marketplace"`
			Price    json.Number `json:"floorPrice"`
			Currency string      `json:"priceCurrency"`
		} `json:"floorPrice"`
		Contract contract `json:"contract"`
	}
	if err := get(ctx, a, args.Chain, "getCollectionMetadata", url.Values{"collectionSlug": {args.Slug}}, &c); err != nil {
		return "", err
	}
	if c.Name == "" && c.Slug == "" {
		return "", guild.Errorf(guild.CodeNotFound, "Alchemy knows no collection with the OpenSea slug %q on %s", args.Slug, args.Chain)
	}
	return tsv.Fields(
		tsv.Field{Name: "chain", Value: args.Chain},
		tsv.Field{Name: "slug", Value: c.Slug},
		tsv.Field{Name: "name", Value: c.Name, Max: maxName},
		tsv.Field{Name: "contract", Value: c.Contract.Address},
		tsv.Field{Name: "symbol", Value: c.Contract.Symbol, Max: maxName},
		tsv.Field{Name: "type", Value: c.Contract.TokenType},
		tsv.Field{Name: "floor_price", Value: c.Floor.Price},
		tsv.Field{Name: "floor_currency", Value: c.Floor.Currency},
		tsv.Field{Name: "floor_market", Value: c.Floor.Market},
	), nil
}
